import { type MadeAlert, type MadeMetric, storyService } from '../../tests/support/storyService';
import { DAY, HOUR } from '../settings';

/** What a story shows equals what the events and the points show. */

const NOW = Date.UTC(2026, 10, 21, 12);
jest.setTimeout(120_000);

it.each([
  [50, 'worse than usual'],
  [51, null],
])('of %d similar alerts of one metric each, an alert of two metrics is %s', async (count, verdict) => {
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
