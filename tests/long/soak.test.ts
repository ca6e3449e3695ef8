import { type DataFrame } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { ended } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { errorsOf, panelOf, timesOf } from '../support/panel';
import { type Fault, WholeService } from '../support/wholeService';

/**
 * A wallboard that stays open: refreshed, zoomed, with an outage each day, a laptop that sleeps at night, and the end of
 * daylight saving time in Europe. The requests of a refresh and the memory stay the same as on the first day.
 */
const DAYS = LONG ? 30 : 2;
const EVERY = LONG ? 5 * MINUTE : 30 * MINUTE;
/** The clocks go back on October 25, 2026: the second day of the long run and of the short one. */
const START = Date.UTC(2026, 9, 24, 6);

const PANELS = [
  { query: { queryType: 'metric', nodeId: '12', metricId: 'cpu', overlay: 'alerts' }, span: 6 * HOUR },
  { query: { queryType: 'metric', nodeId: '12', metricId: ['cpu', 'mem'], compare: '1d' }, span: 3 * HOUR },
  { query: { queryType: 'metric', nodeId: '13', metricId: 'cpu', forecast: true }, span: 2 * DAY },
  { query: { queryType: 'alerts' }, span: 6 * HOUR },
  { query: { queryType: 'alertCounts' }, span: DAY },
  { query: { queryType: 'anomalies' }, span: 6 * HOUR },
];

/** What a day cost. */
interface Day {
  requests: number;
  refreshes: number;
  /** Milliseconds of metric data that were requested. */
  read: number;
  weight: number;
  heap: number;
}

it(
  'requests and keeps no more on the last day than on the first',
  async () => {
    jest.useFakeTimers({ now: START });
    const { ask, dataSource } = panelOf();
    const service = new WholeService();
    setBackendSrv(service.backend);
    const days: Day[] = [];
    const outage: Fault = { status: 503 };
    let lost = 0;
    for (let day = 0; day < DAYS; day++) {
      const today: Day = { requests: 0, refreshes: 0, read: 0, weight: 0, heap: 0 };
      const dawn = START + day * DAY;
      while (Date.now() < dawn + DAY) {
        const hour = (Date.now() - dawn) / HOUR;
        service.fault = () => (hour >= 5 && hour < 5.5 ? outage : undefined);
        // Once a day, someone looks at a whole week. At night, the laptop sleeps, and its clock jumps.
        const zoom = hour >= 9 && hour < 9.25 ? 7 * DAY : undefined;
        for (const { query, span } of PANELS) {
          const range = { from: Date.now() - (zoom ?? span), to: Date.now() };
          const asked = ask(query, range, { timezone: 'Europe/Berlin' });
          await ended(asked);
          expect(asked.failure).toBeUndefined();
          expect(asked.finished).toBe(true);
          const answer = asked.packets[asked.packets.length - 1];
          const well = errorsOf(answer).length === 0;
          const inTrouble = hour >= 5 && hour < 6;
          expect(well || inTrouble).toBe(true);
          if (query.queryType === 'metric') {
            const [first] = answer.data as DataFrame[];
            const newest = timesOf(first).pop() ?? 0;
            expect(
              newest >= range.to - 16 * MINUTE || inTrouble || (zoom !== undefined && newest >= range.to - HOUR)
            ).toBe(true);
            lost += newest === 0 ? 1 : 0;
          }
          today.refreshes++;
        }
        today.requests += service.calls.length;
        today.read += service.calls.reduce(
          (sum, { query: { from, to }, segments }) =>
            sum + (segments.includes('metrics') ? Date.parse(to) - Date.parse(from) : 0),
          0
        );
        service.calls.length = 0;
        const asleep = hour >= 18 && hour < 19;
        if (asleep) {
          jest.setSystemTime(Date.now() + 4 * HOUR);
        } else {
          await jest.advanceTimersByTimeAsync(EVERY);
        }
      }
      today.weight = weightOf(dataSource);
      globalThis.gc?.();
      today.heap = process.memoryUsage().heapUsed;
      days.push(today);
    }
    jest.useRealTimers();
    expect(lost).toBe(0);
    const [, second = days[0]] = days;
    const last = days[days.length - 1];
    const perRefresh = ({ requests, refreshes }: Day) => requests / refreshes;
    expect(perRefresh(last)).toBeLessThan(1.1 * perRefresh(days[0]));
    expect(last.read).toBeLessThan(1.1 * days[0].read);
    expect(last.weight).toBeLessThan(LONG ? 2_000_000 : 200_000);
    if (LONG) {
      // A series keeps its points until others need the space. Thirty days at 1m are 43,200 points.
      expect(last.heap - second.heap).toBeLessThan(200 * 1024 * 1024);
      console.info(
        days
          .map((day, i) => `day ${i + 1}: ${JSON.stringify({ ...day, heap: `${Math.round(day.heap / 1048576)} MB` })}`)
          .join('\n')
      );
    }
  },
  LONG ? 7_200_000 : 300_000
);

/** The size of everything that is kept: points, bodies, rows. */
function weightOf(dataSource: ReturnType<typeof panelOf>['dataSource']): number {
  const parts = [...dataSource.context.operations.memories.values()].flatMap((memory) => [
    memory,
    ...Object.values(memory ?? {}),
  ]);
  const kept = parts.filter(
    (value): value is { weight: number } => typeof value === 'object' && value !== null && 'weight' in value
  );
  expect(kept.length).toBeGreaterThan(2);
  return kept.reduce((sum, { weight }) => sum + weight, 0);
}
