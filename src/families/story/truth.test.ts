import { type MadeMetric, pointsOf, storyService } from '../../../tests/support/storyService';
import { HOUR } from '../../ground/spans';

/** Limits of a story. What it shows of events and points is tested in tests/oracle. */

const NOW = Date.UTC(2026, 10, 21, 12);

it('has data of the twelve worst metrics', async () => {
  const metricOf = (nodeId: number): MadeMetric => {
    const outside = { from: NOW - HOUR, to: Infinity, value: 155 };
    return { nodeId, metricId: 'm', joinedAt: NOW - HOUR, severity: nodeId === 3 ? 'green' : 'red', outside };
  };
  const metrics = Array.from({ length: 13 }, (_, i) => metricOf(i));
  const { ask } = storyService([{ id: 'a', impact: 'high', from: NOW - HOUR, to: null, metrics }], NOW);
  const { rows } = await ask({ alertId: 'a' });
  const unread = rows.filter(({ state }) => state === 'unknown');
  expect([rows.length, rows.filter(({ worst }) => worst === 2).length]).toEqual([13, 12]);
  expect(unread).toMatchObject([{ nodeId: '3', leftAt: null, value: null, worst: null, trend: null }]);
  // The thirteenth may be worse.
  const [{ worstNow, text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect([worstNow, text]).toEqual([
    expect.stringMatching(/: ≥ 2×$/),
    expect.not.stringMatching(/Peak|Still outside: \d/),
  ]);
});

it('what was outside when an alert ended is as of its end, and nothing is outside now', async () => {
  const [began, until] = [NOW - 3 * HOUR, NOW - HOUR];
  const outside = { from: began, to: Infinity, value: 155 };
  const metric: MadeMetric = { nodeId: 1, metricId: 'm', joinedAt: began, severity: 'red', outside };
  const { ask } = storyService([{ id: 'a', impact: 'high', from: began, to: until, metrics: [metric] }], NOW);
  const [row] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(row).toMatchObject({ until, asOf: until, outside: 1, worstNow: null });
  expect(row.text).toMatch(/Ended\. As of 2026-11-21 11:00 [^]*Still outside: 1:/);
});

it("shows when a metric left its corridors, even if it joined long before the start in the alert's row", async () => {
  const [start, joinedAt] = [NOW - 21 * HOUR, NOW - 20.5 * HOUR];
  const outside = { from: start, to: NOW + HOUR, value: 155 };
  const metric: MadeMetric = { nodeId: 0, metricId: 'm', joinedAt, severity: 'red', outside };
  const { ask } = storyService([{ id: 'a', impact: 'high', from: NOW - 2 * HOUR, to: null, metrics: [metric] }], NOW);
  expect((await ask({ alertId: 'a' })).rows).toMatchObject([{ joinedAt, leftAt: start }]);
});

it('an active alert does not lack an end', async () => {
  const { ask } = storyService([{ id: 'a', impact: 'high', from: NOW - 3 * HOUR, to: null, metrics: [] }], NOW);
  const [{ text, until }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect([until, text]).toEqual([null, expect.stringContaining('Not known: ')]);
  expect(text).not.toContain('Until');
});

it('an alert of missing data shows in all its tables and in words when the last value came', async () => {
  const [last, began] = [NOW - 3 * HOUR, NOW - 2 * HOUR];
  const metric: MadeMetric = { nodeId: 1, metricId: 'm', joinedAt: began, severity: 'red', outside: null };
  const { ask } = storyService(
    [{ id: 'a', impact: 'high', from: began, to: null, metrics: [metric] }],
    NOW,
    ({ path, query }) => {
      const points = pointsOf(metric, Date.parse(query.from), Math.min(Date.parse(query.to), last));
      const data = points.map(({ time, value }) => ({
        timestamp: time,
        smoothened: value,
        corridors: { main: { up: 115, down: 95 }, sup: null, inf: null },
      }));
      return path.startsWith('v1/ad/metrics/')
        ? { body: { node: 1, metric: 'm', sourceGranularity: '1m', data } }
        : undefined;
    }
  );
  const [row] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(row).toMatchObject({ worstNow: 'silent since 09:00, last value 100', outside: null });
  expect(row).toMatchObject({ silentSince: last, lastValue: 100 });
  expect(row.text).toContain('\n- No data:\n  - m · node-1: silent since 2026-11-21 09:00, last value 100\n');
  expect(row.text).toContain('Not known: Still outside');
  const { frame, rows } = await ask({ alertId: 'a' });
  const state = frame?.fields.find(({ name }) => name === 'state');
  const [mapping] = (state?.config.mappings ?? []) as Array<{ options: Record<string, { text: string }> }>;
  expect([rows[0].state, rows[0].value, mapping.options.unknown.text]).toEqual(['unknown', null, 'silent since 09:00']);
});
