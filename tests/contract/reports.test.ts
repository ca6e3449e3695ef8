import { HOUR, MINUTE } from '../../src/settings';
import { type MadeAlert, storyService } from '../support/storyService';

/** Summaries of a time range. Their figures are compared with a second calculation in tests/oracle. */
const NOW = Date.UTC(2026, 10, 21, 12, 7);
const SPAN = 30 * HOUR;

/** An alert of each metric, all at the same time. */
const alerts = (count: number, to: number | null): MadeAlert[] =>
  Array.from({ length: count }, (_, i) => {
    const from = NOW - 100 * MINUTE;
    const metric = { nodeId: 1, metricId: `m${i}`, joinedAt: from, severity: 'red', outside: null };
    return { id: `a${i}`, impact: 'low', from, to, metrics: [metric] };
  });

async function summaryOf(made: MadeAlert[], more: object = {}) {
  const { ask } = storyService(made, NOW, ({ path }) => (path === 'v2/alerts' ? { body: [] } : undefined));
  return (await ask({ queryType: 'alertReport', by: 'summary', ...more }, NOW - SPAN)).rows[0];
}

it('omits incomplete figures', async () => {
  const row = await summaryOf(alerts(3, null), { limit: 2 });
  expect(Object.values(row)).toEqual([null, null, 0, null, 0, null, null]);
});

it.each([2, 6, 12, 14, 20])('half of %i metrics have half of the time', async (count) => {
  const { topMetrics, sentence } = await summaryOf(alerts(count, NOW - 50 * MINUTE));
  expect(String(topMetrics).split(', ')).toHaveLength(count / 2);
  expect(sentence).toMatch(/Half of the time under alert/);
});

it('has one duration for an open alert, in the list of alerts, too, whether the range ends now, just before, or later', async () => {
  for (const to of [NOW - 20_000, NOW, NOW + HOUR]) {
    const { ask } = storyService(alerts(1, null), NOW);
    const [{ activeTime, longest }] = (await ask({ queryType: 'alertReport', by: 'series' }, NOW - SPAN, to)).rows;
    expect(activeTime).toBe(Math.min(to, NOW) - (NOW - 100 * MINUTE));
    expect(longest).toBe(activeTime);
    for (const format of ['table', 'incidents']) {
      const [{ duration }] = (await ask({ queryType: 'alertSearch', format }, NOW - SPAN, to)).rows;
      expect([format, duration]).toEqual([format, activeTime]);
    }
  }
});
