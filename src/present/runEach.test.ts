import { type DataFrame, LoadingState } from '@grafana/data';
import { concat, delay, EMPTY, last, lastValueFrom, map, of, throwError, toArray } from 'rxjs';
import { fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { listAlerts } from '../service/alerts';
import { withCalls } from '../table/runner';
import { type Answer, runEach } from './reader';
import { info } from '../ground/notices';

const NOW = Date.UTC(2026, 0, 31, 12);
const request = fakeRequest([{}, {}], { from: NOW - 1, to: NOW });
const TARGETS = [{ refId: 'A' }, { refId: 'B' }];
const frame = (name: string): DataFrame => ({ name, length: 0, fields: [] });
const answer = (name: string, isFetching?: boolean): Answer => ({ frames: [frame(name)], notices: [], isFetching });

/** The packets: their states, and the names of their frames. */
async function packetsOf(run: ReturnType<typeof runEach>, progressive = true) {
  const { context } = fakeService(() => ({ body: [] }), { jsonData: { progressive } });
  const packets = await lastValueFrom(run(TARGETS, request, context).pipe(toArray()));
  return packets.map(({ state, data, errors }) => [state, data.map(({ name }) => name), errors?.length ?? 0]);
}

describe('runEach', () => {
  it('shows partial data once every query has an answer', async () => {
    const run = runEach(({ refId }) =>
      refId === 'A' ? concat(of(answer('a', true)), of(answer('a2')).pipe(delay(20))) : of(answer('b')).pipe(delay(5))
    );
    expect(await packetsOf(run)).toEqual([
      [LoadingState.Streaming, ['a', 'b'], 0],
      [undefined, ['a2', 'b'], 0],
    ]);
    expect(await packetsOf(run, false)).toEqual([[undefined, ['a2', 'b'], 0]]);
  });

  it('returns no frames if a query completes without an answer', async () => {
    const run = runEach(({ refId }) => (refId === 'A' ? EMPTY : of(answer('b'))));
    expect(await packetsOf(run)).toEqual([[undefined, ['b'], 0]]);
  });

  it('delays errors until the last packet, and keeps the other queries if one fails', async () => {
    const run = runEach(({ refId }) =>
      refId === 'A'
        ? concat(of(answer('a', true)), of(answer('a2')).pipe(delay(20)))
        : throwError(() => new Error('no'))
    );
    expect(await packetsOf(run)).toEqual([
      [LoadingState.Streaming, ['a'], 0],
      [undefined, ['a2'], 1],
    ]);
  });

  it("lists every query's own calls in its first frame, each once", async () => {
    const { context, calls } = fakeService(() => ({ body: [] }));
    const run = runEach(({ refId }, _request, { operations }) => {
      const at = refId === 'A' ? undefined : NOW;
      return concat(listAlerts(operations, at), listAlerts(operations, at)).pipe(
        last(),
        map(() => ({
          frames: [frame('1'), frame('2')],
          notices: [info('n')],
        }))
      );
    });
    const { data } = await lastValueFrom(run(TARGETS, request, context));
    const told = withCalls(data, context.calls).map(({ meta }: DataFrame) => meta?.executedQueryString);
    expect(told).toEqual([
      'GET /v2/alerts?expand=metrics',
      undefined,
      `GET /v2/alerts?at=${encodeURIComponent(new Date(NOW).toISOString())}&expand=metrics`,
      undefined,
    ]);
    expect(calls).toHaveLength(2);
    expect(data[0].meta.notices).toEqual([info('n')]);
  });
});
