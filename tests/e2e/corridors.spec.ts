import { activeAlerts, listedMetrics, metricRequests } from './demo';
import { expect, test } from './fixtures';
import { drag } from './mouse';
import { blueAround, tints } from './pixels';

const day = { from: 'now-24h', to: 'now' };

test('values outside every corridor are marked', { tag: '@smoke' }, async ({ stage, service, request }) => {
  const alerts = await activeAlerts(service, request);
  const metric = alerts.flatMap(({ metrics }) => metrics).find(({ type }) => type === 'deviation');
  const query = { refId: 'A', queryType: 'metric', nodeId: String(metric?.nodeId), metricId: metric?.statTypeId };
  const graph = stage.panel('Graph');

  await stage.explore([{ ...query, outliers: true }], day);
  expect((await tints(await stage.settled(graph))).red).toBeGreaterThan(20);
  await stage.explore([{ ...query, outliers: false }], day);
  expect((await tints(await stage.settled(graph))).red).toBe(0);
});

test('zooming in reads finer data', async ({ page, stage, service, request }) => {
  const fine = (await listedMetrics(service, request)).find(({ sourceStep }) => sourceStep === 60_000);
  const query = { refId: 'A', queryType: 'metric', nodeId: String(fine?.nodeId), metricId: fine?.metricId };
  const granularities = async () => [
    ...new Set((await metricRequests(service)).map(({ granularity }) => granularity ?? 'the service chooses')),
  ];
  await stage.explore([query], { from: 'now-3d', to: 'now' });
  const graph = stage.panel('Graph');
  await stage.settled(graph);
  expect(await granularities()).toEqual(['15m']);
  await expect(page.getByRole('combobox', { name: 'Metric' })).toBeVisible();

  await service.forget();
  await drag(page, graph, 0.5, 0.6);
  await expect.poll(granularities).toEqual(['1m']);
  await stage.settled(graph);
});

test('a band that is not asked for is not drawn', async ({ stage, service, request }) => {
  const [metric] = await listedMetrics(service, request);
  const query = { refId: 'A', queryType: 'metric', nodeId: String(metric.nodeId), metricId: metric.metricId };
  const graph = stage.panel('Graph');

  await stage.explore([{ ...query, bands: ['main'] }]);
  const drawn = await blueAround(await stage.settled(graph), 0.5);
  await stage.explore([{ ...query, bands: [] }]);
  const bare = await blueAround(await stage.settled(graph), 0.5);
  expect(drawn).toBeGreaterThan(bare + 10);
});
