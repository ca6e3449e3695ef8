import fc from 'fast-check';
import { type MadeAlert, type MadeMetric, pointsOf, storyService } from '../../tests/support/storyService';
import { severityRank } from '../alertbook/order';
import { DAY, HOUR, MINUTE } from '../settings';

/** A story shows the same as its events and points. */

const NOW = Date.UTC(2026, 10, 21, 12);
jest.setTimeout(120_000);

const SEVERITIES = ['blood_red', 'red', 'orange', 'yellow', 'green'];

/** Minutes after the alert's start, minutes before joining, and the duration. */
const METRIC = fc.record({
  joined: fc.integer({ min: 0, max: 170 }),
  before: fc.integer({ min: -20, max: 90 }),
  lasts: fc.integer({ min: 1, max: 240 }),
  value: fc.constantFrom(60, 125, 155.5, 215),
  severity: fc.constantFrom(...SEVERITIES),
  isOutside: fc.boolean(),
});

function alertOf(
  metrics: Array<typeof METRIC extends fc.Arbitrary<infer T> ? T : never>,
  hasEnded: boolean
): MadeAlert {
  const from = NOW - 3 * HOUR;
  const made = metrics.map(({ joined, before, lasts, value, severity, isOutside }, i): MadeMetric => {
    const joinedAt = from + (i === 0 ? 0 : joined * MINUTE);
    const start = joinedAt - before * MINUTE;
    const outside = isOutside ? { from: start, to: start + lasts * MINUTE, value } : null;
    return { nodeId: i, metricId: 'm', joinedAt, severity, outside };
  });
  return { id: 'a', impact: 'high', from, to: hasEnded ? NOW - 2 * MINUTE : null, metrics: made };
}

/** The expected row of the timeline. */
function truthOf(metric: MadeMetric, { from, to }: MadeAlert) {
  // The newest twelve hours give the state.
  const points = pointsOf(metric, Math.min(from - HOUR, (to ?? NOW) - 12 * HOUR), to ?? NOW);
  const isOut = ({ value }: { value: number }) => value !== 100;
  const out = points.filter(isOut);
  const widths = (value: number) => (value > 115 ? (value - 115) / 20 : value < 95 ? (value - 95) / 20 : 0);
  const [begin, end] = [out[0]?.time, out.at(-1)?.time ?? 0];
  const back = points.find(({ time }) => time > end)?.time ?? null;
  const newest = points[points.length - 1];
  const ofBucket = points.filter(({ time }) => time >= Math.floor(newest.time / (15 * MINUTE)) * 15 * MINUTE);
  const isOutNow = 2 * ofBucket.filter(isOut).length >= ofBucket.length;
  // A time outside that ended before the range is not shown.
  const touches = out.length > 0 && (back ?? Infinity) >= from - HOUR;
  const hasStay = touches && (isOutNow || !isOut(newest));
  const isIn = hasStay && metric.joinedAt >= begin && metric.joinedAt < (back ?? end + 15 * MINUTE);
  // A single point has no median.
  const isBack = hasStay && !isOutNow && points.filter(({ time }) => time > end).length > 1;
  return {
    joinedAt: metric.joinedAt,
    after: metric.joinedAt - from,
    metric: 'm',
    node: `node-${metric.nodeId}`,
    system: 'Shop',
    leftAt: isIn && begin > points[0].time ? begin : null,
    outsideSince: hasStay && begin > points[0].time ? begin : null,
    backAt: hasStay && !isOutNow ? back : null,
    stays: hasStay ? 1 : 0,
    state: isOutNow ? 'outside' : 'inside',
    value: newest.value,
    expectedFrom: 95,
    expectedTo: 115,
    worst: touches ? widths(out[0].value) : 0,
    severity: metric.severity,
    why: 'deviation',
    nodeId: String(metric.nodeId),
    metricId: 'm',
    endedBy: isBack ? 'recovered' : null,
    isCompared: hasStay,
    lastValueAt: null,
    lastValue: null,
  };
}

const UNREAD = {
  leftAt: null,
  outsideSince: null,
  backAt: null,
  stays: null,
  state: 'unknown',
  value: null,
  expectedFrom: null,
  expectedTo: null,
  worst: null,
  endedBy: null,
  isCompared: false,
};

it('a timeline has a row per metric in the order of joining, with data of the worst 12', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(METRIC, { minLength: 1, maxLength: 15 }), fc.boolean(), async (metrics, hasEnded) => {
      const alert = alertOf(metrics, hasEnded);
      const { ask } = storyService([alert], NOW);
      const { rows, frame, errors } = await ask({ alertId: 'a' });
      expect(errors).toEqual([]);
      const order = [...alert.metrics].sort(
        (a, b) => a.joinedAt - b.joinedAt || severityRank(a.severity) - severityRank(b.severity)
      );
      const read = new Set([...order].sort((a, b) => severityRank(a.severity) - severityRank(b.severity)).slice(0, 12));
      const truth = order.map((one) => ({ ...truthOf(one, alert), ...(read.has(one) ? {} : UNREAD) }));
      const compared = truth.filter(({ state, isCompared }) => isCompared && state === 'inside');
      const shown = rows.map(({ trend, distance, ...row }) => {
        const { fields = [] } = (distance ?? {}) as { fields?: Array<{ values: number[] }> };
        const farthest = fields[1]?.values.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
        expect([farthest ?? null, distance]).toEqual([row.worst, JSON.parse(JSON.stringify(distance))]);
        // These stay the same.
        expect(row.state === 'outside' ? [null, 'steady'] : [null]).toContain(trend);
        return row;
      });
      expect(shown).toEqual(
        truth.map(({ isCompared: _, ...row }) => ({
          ...row,
          endedBy: compared.some(({ nodeId }) => nodeId === row.nodeId) ? row.endedBy : null,
        }))
      );
      const { isCompared: _, ...columns } = truth[0];
      const names = Object.keys(columns);
      names.splice(names.indexOf('why'), 0, 'trend', 'distance');
      expect(frame?.fields.map(({ name }) => name)).toEqual(names);

      const [summary] = (await storyService([alert], NOW).ask({ alertId: 'a', format: 'summary' })).rows;
      const left = truth.flatMap(({ leftAt }) => leftAt ?? []);
      expect(summary).toMatchObject({
        impact: 'high',
        state: hasEnded ? 'ended' : 'active',
        since: alert.from,
        until: alert.to,
        duration: (alert.to ?? NOW) - alert.from,
        firstMetric: `m · node-${order[0].nodeId}`,
        metrics: metrics.length,
        nodes: metrics.length,
        outside: metrics.length > 12 ? null : truth.filter(({ state }) => state === 'outside').length,
        lag: left.length > 0 && Math.min(...left) <= alert.from ? alert.from - Math.min(...left) : null,
      });
    }),
    { numRuns: 60 }
  );
});

it.each([
  [50, 'worse than usual'],
  [51, null],
])('with %d similar alerts of one metric each, an alert with two metrics is %s', async (count, verdict) => {
  const metricOf = (nodeId: number, joinedAt: number): MadeMetric => {
    return { nodeId, metricId: 'm', joinedAt, severity: 'red', outside: null };
  };
  const made = (id: string, from: number, nodes: number[]): MadeAlert => {
    return { id, impact: 'high', from, to: from + HOUR, metrics: nodes.map((node) => metricOf(node, from)) };
  };
  const from = NOW - 2 * DAY;
  const earlier = Array.from({ length: count }, (_, i) => made(`e${i}`, from - (i + 1) * DAY, [0]));
  const { ask } = storyService([...earlier, made('a', from, [0, 1])], NOW);
  const [summary] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(summary).toMatchObject({ similar: count, verdict });
});

it("shows when a metric left its corridors, even if it joined long before the start in the alert's row", async () => {
  const [start, joinedAt] = [NOW - 21 * HOUR, NOW - 20.5 * HOUR];
  const outside = { from: start, to: NOW + HOUR, value: 155 };
  const metric: MadeMetric = { nodeId: 0, metricId: 'm', joinedAt, severity: 'red', outside };
  const { ask } = storyService([{ id: 'a', impact: 'high', from: NOW - 2 * HOUR, to: null, metrics: [metric] }], NOW);
  expect((await ask({ alertId: 'a' })).rows).toMatchObject([{ joinedAt, leftAt: start, outsideSince: start }]);
});

it('an active alert does not lack an end', async () => {
  const { ask } = storyService([alertOf([], false)], NOW);
  const [{ text, until }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect([until, text]).toEqual([null, expect.stringContaining('Not known: ')]);
  expect(text).not.toContain('Until');
});

it('searches no further once no alert can be similar', async () => {
  const metrics = Array.from({ length: 8 }, (_, nodeId): MadeMetric => {
    return { nodeId, metricId: 'm', joinedAt: NOW - HOUR, severity: 'red', outside: null };
  });
  const alert: MadeAlert = { id: 'a', impact: 'high', from: NOW - HOUR, to: null, metrics };
  const old: MadeAlert = { ...alert, id: 'old', from: NOW - 20 * DAY, to: NOW - 19 * DAY, metrics: metrics.slice(7) };
  const { ask, calls } = storyService([old, alert], NOW);
  const [summary] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(summary).toMatchObject({ similar: 0, verdict: 'new', likeMost: null });
  const searched = calls.filter(({ path, query }) => path === 'v2/alerts/explore' && query.statTypeId);
  expect(searched).toHaveLength(5);
});
