import { type DataFrame, dateTimeForTimeZone, rangeUtil } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { LONG } from '../support/long';
import { errorsOf, fieldOf, panelOf, seriesOf, timesOf } from '../support/panel';

/**
 * A wallboard with ranges in the dashboard's time zone ("today", "yesterday", the last day) stays open while the clocks
 * change. Every point is shown once and at its own time. The previous day is the previous calendar day. The change costs
 * no more requests than other days.
 */
const EVERY = LONG ? 10 * MINUTE : 2 * HOUR;
const DAYS = 3;
const STEP = 15 * MINUTE;

/** Each starts at midnight, one day before the change. */
const CHANGES: Array<[name: string, timezone: string, start: number, hours: number]> = [
  ['back in Berlin', 'Europe/Berlin', Date.UTC(2026, 9, 23, 22), 25],
  ['forward in Berlin', 'Europe/Berlin', Date.UTC(2027, 2, 26, 23), 23],
  ['forward by half an hour on Lord Howe', 'Australia/Lord_Howe', Date.UTC(2026, 9, 2, 13, 30), 23.5],
];

const BOARD = [
  { raw: { from: 'now/d', to: 'now' }, compare: '1d' },
  { raw: { from: 'now-1d/d', to: 'now-1d/d' }, compare: '' },
  { raw: { from: 'now-24h', to: 'now' }, compare: '' },
];

afterEach(() => {
  jest.useRealTimers();
});

it.each(CHANGES)(
  'the clocks go %s',
  async (_, timezone, start, hours) => {
    jest.useFakeTimers({ now: start });
    const { service, ask } = panelOf({ jsonData: { reuseFor: '1d' } });
    service.value = (_node, _metric, time) => time / MINUTE;
    const read: number[] = [];
    const lengths = new Set<number>();
    for (let day = 0; day < DAYS; day++) {
      service.calls.length = 0;
      while (Date.now() < start + (day + 1) * DAY) {
        await jest.advanceTimersByTimeAsync(EVERY);
        for (const { raw, compare } of BOARD) {
          const range = rangeUtil.convertRawToRange(raw, timezone);
          const [from, to] = [range.from.valueOf(), range.to.valueOf()];
          const query = { nodeId: '12', metricId: 'cpu', granularity: '15m', thin: false, compare };
          const answer = await ask(query, { from, to }, { timezone }).answer();
          expect(errorsOf(answer)).toEqual([]);
          const [series, before] = seriesOf(answer);
          const first = Math.ceil(from / STEP) * STEP;
          const wanted = Array.from({ length: Math.floor((to - first) / STEP) + 1 }, (__, i) => first + i * STEP);
          expect(timesOf(series)).toEqual(wanted);
          expect(valuesOf(series)).toEqual(timesOf(series).map((time) => time / MINUTE));
          if (raw.to !== 'now') {
            lengths.add((to + 1 - from) / HOUR);
          }
          if (compare) {
            // The previous midnight, even if that is 23 or 25 hours.
            const shift = range.from.valueOf() - dateTimeForTimeZone(timezone, from).subtract(1, 'd').valueOf();
            expect(timesOf(before)).toEqual(timesOf(series));
            expect(valuesOf(before)).toEqual(timesOf(series).map((time) => (time - shift) / MINUTE));
          }
        }
      }
      read.push(service.metricCalls().reduce((sum, call) => sum + call.to - call.from, 0));
    }
    expect([...lengths].sort((a, b) => a - b)).toEqual([...new Set([24, hours])].sort((a, b) => a - b));
    const [before, ...change] = read;
    expect(change.filter((one) => one > 1.2 * before)).toEqual([]);
  },
  LONG ? 7_200_000 : 300_000
);

function valuesOf(frame: DataFrame): unknown[] {
  return [...fieldOf(frame, 'smoothened')!.values];
}
