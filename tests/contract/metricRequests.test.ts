import { rangeUtil } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import fc from 'fast-check';
import { type StoredSettings } from '../../src/ground/settings';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { casesOf } from '../support/long';
import { errorsOf, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';
import { type WholeCall, WholeService } from '../support/wholeService';

/** Requests for metric data with any range, panel, settings, and service. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);
const STEPS: Record<string, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '1h': HOUR };
const RULE = (range: number) => (range <= 12 * HOUR ? MINUTE : range <= 7 * DAY ? 15 * MINUTE : HOUR);

const spanOf = (text: string | undefined, fallback: number) => (text ? rangeUtil.intervalToMs(text) : fallback);

startTestsAt(NOW);

interface RequestOptions {
  span: number;
  /** How long ago the range ended. */
  ago: number;
  pixels: number;
  /** The panel's minimum interval in milliseconds. 0: none. */
  minimum: number;
  granularity: string;
  jsonData: StoredSettings;
}

const asks: fc.Arbitrary<RequestOptions> = fc.record({
  span: fc.oneof(
    fc.integer({ min: 1, max: 3 * DAY }),
    fc.integer({ min: DAY, max: 120 * DAY }),
    fc.constantFrom(12 * HOUR, 7 * DAY, 14 * DAY, 48 * HOUR, 12 * HOUR + 1, 7 * DAY + 1, 14 * DAY + 1, 48 * HOUR + 1)
  ),
  ago: fc.constantFrom(0, 0, 7 * MINUTE + 13, 3 * DAY + 17 * MINUTE, 100 * DAY),
  pixels: fc.constantFrom(10, 200, 1000, 3000, 20_000),
  minimum: fc.constantFrom(0, 0, 0, 30_000, 5 * MINUTE, 40 * MINUTE, DAY),
  granularity: fc.constantFrom('auto', 'auto', '1m', '15m', '1h', '60m'),
  jsonData: fc.constantFrom(
    {},
    {},
    { maxWindow: '5d' },
    { maxFineWindow: '7h' },
    { maxWindow: '3h', maxFineWindow: '100m' },
    { maxWindow: '1h' },
    { maxConcurrentRequests: 1 },
    { reuseData: false }
  ),
});

/** A tenth of the points on the grid, so that long ranges are cheap. `ends` shows which ends are included. */
function sparse({ query, segments }: WholeCall, ends: { from: boolean; to: boolean }) {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  const step = 10 * (STEPS[query.granularity] ?? RULE(to - from));
  const data = [];
  for (let time = Math.ceil(from / step) * step; time <= Math.min(to, NOW); time += step) {
    if ((time > from || ends.from) && (time < to || ends.to)) {
      data.push({
        timestamp: segments[0] === 'v1' ? time : new Date(time).toISOString(),
        smoothened: (time / step) % 17,
      });
    }
  }
  return { node: 1, metric: 'cpu', aggregation: 'avg', granularity: query.granularity, data };
}

async function askedBy(
  { span, ago, pixels, minimum, granularity, jsonData }: RequestOptions,
  body: WholeService['body']
) {
  jest.setSystemTime(NOW);
  const panel = panelOf({ jsonData });
  const service = new WholeService();
  service.body = body;
  setBackendSrv(service.backend);
  const range = { from: NOW - ago - span, to: NOW - ago };
  const own = rangeUtil.roundInterval(span / pixels);
  const answer = await panel
    .ask({ nodeId: '1', metricId: 'cpu', granularity, thin: false }, range, {
      maxDataPoints: pixels,
      intervalMs: Math.max(own, minimum, 1),
    })
    .answer();
  return { answer, calls: service.calls, range };
}

it('stays within the limits, on the grid, and at one granularity, and covers the range once', async () => {
  await fc.assert(
    fc.asyncProperty(asks, fc.boolean(), fc.boolean(), async (ask, from, to) => {
      const { answer, calls, range } = await askedBy(ask, (call) => sparse(call, { from, to }));
      const { span, pixels, minimum, granularity, jsonData } = ask;
      expect(errorsOf(answer)).toEqual([]);
      const sent = calls.map(({ query, raw }) => {
        expect(query.from).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(query.to).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(raw).not.toContain(';');
        return { from: Date.parse(query.from), to: Date.parse(query.to), granularity: query.granularity };
      });
      expect(calls.length).toBeLessThanOrEqual(200);
      // One granularity. It may be missing if one request covers the range, and the service would choose the same.
      const told = [...new Set(sent.map((one) => one.granularity))];
      expect(told).toHaveLength(1);
      const step = STEPS[told[0]] ?? RULE(span);
      expect(told[0] !== undefined || sent.length === 1).toBe(true);
      const grafanas = Math.max(1, rangeUtil.roundInterval(span / pixels));
      if (granularity !== 'auto') {
        expect(step).toBe(STEPS[granularity === '60m' ? '1h' : granularity]);
      } else if (minimum > grafanas) {
        const finest = Object.values(STEPS).find((one) => one >= minimum) ?? HOUR;
        expect(step).toBeGreaterThanOrEqual(finest);
      } else {
        expect(step).toBeLessThanOrEqual(RULE(span));
        const fits = Object.values(STEPS).find((one) => span / one <= pixels) ?? HOUR;
        expect(step).toBe(Math.min(RULE(span), fits));
      }
      const wide = spanOf(jsonData.maxWindow, 14 * DAY);
      const longest = step === MINUTE ? Math.min(wide, spanOf(jsonData.maxFineWindow, 2 * DAY)) : wide;
      const inOrder = [...sent].sort((a, b) => b.to - a.to);
      inOrder.forEach((one, i) => {
        expect(one.to - one.from).toBeLessThanOrEqual(longest);
        expect(one.to).toBe(i === 0 ? range.to : inOrder[i - 1].from);
        expect(i === 0 || one.to % step === 0 || longest < step).toBe(true);
      });
      const oldest = inOrder[inOrder.length - 1].from;
      if (oldest > range.from) {
        expect(calls.length).toBe(200);
        expect(noticesOf(answer).some((text) => /200/.test(text))).toBe(true);
      } else {
        expect(oldest).toBe(range.from);
      }
      const times = seriesOf(answer).flatMap(timesOf);
      expect(times.every((time, i) => i === 0 || time > times[i - 1])).toBe(true);
      expect(times.every((time) => time >= oldest && time <= range.to)).toBe(true);
    }),
    { numRuns: casesOf(500) }
  );
});

it('on v2 sends no granularity, and equal parts in one class of the interface’s rule', async () => {
  await fc.assert(
    fc.asyncProperty(asks, async (ask) => {
      const jsonData: StoredSettings = { ...ask.jsonData, metricVersion: 'v2' };
      const { answer, calls, range } = await askedBy({ ...ask, jsonData }, (call) =>
        sparse(call, { from: true, to: true })
      );
      expect(errorsOf(answer)).toEqual([]);
      expect(calls.length).toBeLessThanOrEqual(200);
      const parts = calls
        .map(({ query, segments }) => {
          expect(segments.slice(0, 2)).toEqual(['v2', 'metrics']);
          expect(Object.keys(query)).toEqual(['from', 'to']);
          return { from: Date.parse(query.from), to: Date.parse(query.to) };
        })
        .sort((a, b) => b.to - a.to);
      const rules = new Set(parts.map(({ from, to }) => RULE(to - from)));
      expect(rules.size).toBe(1);
      const longest = spanOf(jsonData.maxWindow, 14 * DAY);
      parts.forEach(({ from, to }, i) => {
        expect(to - from).toBeLessThanOrEqual(longest);
        expect(to).toBe(i === 0 ? range.to : parts[i - 1].from);
      });
      const lengths = parts.map(({ from, to }) => to - from);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(2 * HOUR);
      // Borders on the grid can use up one step in each part.
      const shown = range.to - parts[parts.length - 1].from;
      expect(shown).toBeGreaterThanOrEqual(Math.min(ask.span, 200 * (longest - 2 * RULE(longest))));
      expect(noticesOf(answer).some((text) => /Granularity is ignored/.test(text))).toBe(ask.granularity !== 'auto');
    }),
    { numRuns: casesOf(500) }
  );
});
