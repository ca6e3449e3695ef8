import {
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  dateTime,
  LoadingState,
  type PanelData,
} from '@grafana/data';
import { NEVER, type Observable, of, Subject, throwError } from 'rxjs';
import { run } from './run';

const RANGE = { from: dateTime(0), to: dateTime(1000), raw: { from: 'now-1h', to: 'now' } };
const frame = (refId: string, topic?: string) => ({
  refId,
  fields: [],
  length: 0,
  meta: topic ? { dataTopic: topic } : {},
});

function packets(answer: Observable<DataQueryResponse>, targets: object[] = [{ refId: 'A' }]): PanelData[] {
  const source = { query: () => answer, filterQuery: ({ refId }: { refId: string }) => refId !== 'incomplete' };
  const seen: PanelData[] = [];
  run(source as unknown as DataSourceApi, { targets, range: RANGE } as unknown as DataQueryRequest).subscribe((data) =>
    seen.push(data)
  );
  return seen;
}

describe('run', () => {
  it('replaces the earlier packet with the same key, and keeps others', () => {
    const seen = packets(
      of(
        { key: 'x', data: [frame('A')], state: LoadingState.Streaming },
        { key: 'x', data: [frame('A'), frame('B')], state: LoadingState.Done },
        { key: 'y', data: [frame('C')] }
      ) as never
    );
    expect(seen.map(({ state, series }) => [state, series.map(({ refId }) => refId)])).toEqual([
      [LoadingState.Streaming, ['A']],
      [LoadingState.Done, ['A', 'B']],
      [LoadingState.Done, ['A', 'B', 'C']],
    ]);
  });

  it('separates annotation frames from the others', () => {
    const [data] = packets(of({ data: [frame('A'), frame('A', 'annotations')] }) as never);
    expect([data.series.length, data.annotations?.length]).toEqual([1, 1]);
  });

  it('is an error if a packet has one, with the data of that packet', () => {
    const [data] = packets(of({ data: [frame('A')], errors: [{ refId: 'B', message: 'no' }] }) as never);
    expect([data.state, data.series.length, data.errors?.[0].message]).toEqual([LoadingState.Error, 1, 'no']);
  });

  it('turns what the data source throws into an error', () => {
    const [data] = packets(throwError(() => new Error('broken')));
    expect([data.state, data.error?.message]).toEqual([LoadingState.Error, 'broken']);
  });

  it('runs nothing if every query is hidden or incomplete', () => {
    const [data] = packets(NEVER, [{ refId: 'A', hide: true }, { refId: 'incomplete' }]);
    expect([data.state, data.series]).toEqual([LoadingState.Done, []]);
  });

  it('only shows that it is loading after a moment', () => {
    jest.useFakeTimers();
    const seen = packets(new Subject());
    expect(seen).toHaveLength(0);
    jest.advanceTimersByTime(1000);
    expect(seen.map(({ state }) => state)).toEqual([LoadingState.Loading]);
    jest.useRealTimers();
  });
});
