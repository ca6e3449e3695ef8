import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { type StoredSettings } from '../settings';

const HOUR = 3600_000;
const MINUTE = 60_000;
const T0 = Date.UTC(2026, 0, 31, 18);

/** A service with an alert of these metrics, named `name`. */
function screen(metrics: () => string[], name: () => string, jsonData: StoredSettings = {}) {
  const alert = () => ({
    id: 'a',
    active: true,
    impact: 'high',
    firstSeenAt: new Date(T0 - HOUR).toISOString(),
    lastSeenAt: new Date(T0).toISOString(),
    metrics: metrics().map((id) => ({ nodeId: 1, nodeName: name(), statTypeId: id, severity: 'red' })),
  });
  const answer = ({ segments, query }: Call): Answer => {
    if (segments.includes('metrics')) {
      const timestamp = Date.parse(query.to) - MINUTE;
      const corridors = { main: { up: 2, down: 1 }, sup: null, inf: null };
      return {
        body: { node: 1, metric: segments.at(-1), granularity: '1m', data: [{ timestamp, smoothened: 5, corridors }] },
      };
    }
    return {
      body:
        segments.includes('explore') || segments.includes('anomalies')
          ? segments.includes('explore')
            ? { total: 0, items: [] }
            : []
          : [alert()],
    };
  };
  let time = T0;
  const fake = fakeService(answer, { jsonData });
  const context = { ...fake.context, now: () => time };
  return {
    calls: fake.calls,
    at: (moment: number) => (time = moment),
    run: async (query: object = {}, span = 6 * HOUR) => {
      fake.calls.length = 0;
      const request = fakeRequest([{ queryType: 'deviations', ...query }], { from: time - span, to: time });
      const packet = await lastValueFrom(runAny(request.targets, request, context));
      const [frame] = packet.data as DataFrame[];
      const column = (field: string) => frame.fields.find((one) => one.name === field)?.values;
      const notices = frame.meta?.notices?.map(({ text }) => text) ?? [];
      return { metrics: column('metricId'), nodes: column('nodeName'), notices };
    },
  };
}

/** Whether metric data was asked for before any list had come. */
const early = (calls: Call[]) =>
  calls
    .slice(0, 4)
    .filter(({ segments }) => segments.includes('metrics'))
    .map(({ segments }) => segments.at(-1));

it('reads what was chosen the last time together with the lists that choose', async () => {
  let names = 'db';
  const { run, at, calls } = screen(
    () => ['cpu'],
    () => names
  );
  expect(await run()).toMatchObject({ metrics: ['cpu'], nodes: ['db'] });
  expect(early(calls)).toEqual([]);
  at(T0 + MINUTE);
  names = 'database';
  expect(await run()).toMatchObject({ metrics: ['cpu'], nodes: ['database'] });
  expect(early(calls)).toEqual(['cpu']);
});

it('shows what is chosen now: what is new is read, too, and what is gone is not shown, but named', async () => {
  let metrics = ['cpu'];
  const { run, at, calls } = screen(
    () => metrics,
    () => 'db'
  );
  await run();
  at(T0 + MINUTE);
  metrics = ['disk'];
  expect(await run()).toMatchObject({
    metrics: ['disk'],
    nodes: ['db'],
    notices: [expect.stringMatching(/^Part of a running alert a while ago, not any more, .*: cpu · db\./)],
  });
  expect(early(calls)).toEqual(['cpu']);
  expect(calls.filter(({ segments }) => segments.at(-1) === 'disk')).toHaveLength(1);
});

it('names no metric that is gone where a filter leaves it out', async () => {
  let metrics = ['cpu', 'disk'];
  const { run } = screen(
    () => metrics,
    () => 'db'
  );
  await run();
  metrics = ['disk'];
  const filters = [{ key: 'metric', operator: '=', value: 'disk' }];
  expect(await run({ filters })).toMatchObject({ metrics: ['disk'], notices: [] });
});

it('takes nothing from another query, or from long ago', async () => {
  const { run, at, calls } = screen(
    () => ['cpu'],
    () => 'db'
  );
  await run();
  await run({ nodeId: '1' });
  expect(early(calls)).toEqual([]);
  at(T0 + 11 * MINUTE);
  await run();
  expect(early(calls)).toEqual([]);
});

it('makes 200 requests at most, those for what is not chosen any more included', async () => {
  const fifty = (name: string) => Array.from({ length: 50 }, (_, i) => `${name}${i}`);
  let metrics = fifty('cpu');
  const { run, at, calls } = screen(
    () => metrics,
    () => 'db',
    { reuseData: false, maxConcurrentRequests: 500 }
  );
  await run({}, 30 * 24 * HOUR);
  at(T0 + MINUTE);
  metrics = fifty('disk');
  expect((await run({ limit: 50 }, 30 * 24 * HOUR)).metrics).toHaveLength(50);
  expect(calls.filter(({ segments }) => segments.includes('metrics')).length).toBeLessThanOrEqual(200);
});
