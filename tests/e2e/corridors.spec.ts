import { activeAlerts, listedMetrics, metricRequests } from './demo';
import { queryRow, setField } from './editor';
import { expect, test } from './fixtures';
import { drag } from './mouse';
import { blueAround, tints } from './pixels';

const day = { from: 'now-24h', to: 'now' };

test(
  'outliers and bands are drawn, and disappear when they are switched off',
  { tag: '@smoke' },
  async ({ page, stage, service, request }) => {
    const alerts = await activeAlerts(service, request);
    const metric = alerts.flatMap(({ metrics }) => metrics).find(({ type }) => type === 'deviation');
    const query = { refId: 'A', queryType: 'metric', nodeId: String(metric?.nodeId), metricId: metric?.statTypeId };
    await stage.explore([{ ...query, outliers: true, bands: ['main'] }], day);
    const graph = await stage.settled(stage.panel('Graph'));
    await expect.poll(async () => (await tints(graph)).red).toBeGreaterThan(20);
    const drawn = await blueAround(graph, 0.5);

    const row = queryRow(page);
    await setField.toggle(row, 'Outliers');
    await setField.toggle(row, 'main');
    await stage.refresh();
    await expect.poll(async () => (await tints(graph)).red).toBe(0);
    await expect.poll(() => blueAround(graph, 0.5)).toBeLessThan(drawn - 10);
  }
);

test('zooming in reads finer data', async ({ page, stage, service, request }) => {
  const fine = (await listedMetrics(service, request)).find(({ sourceStep }) => sourceStep === 60_000);
  const query = { refId: 'A', queryType: 'metric', nodeId: String(fine?.nodeId), metricId: fine?.metricId };
  const granularities = async () => [
    ...new Set((await metricRequests(service)).map(({ granularity }) => granularity ?? 'the service chooses')),
  ];
  await stage.explore([query], { from: 'now-3d', to: 'now' });
  const graph = stage.panel('Graph');
  await stage.settled(graph);
  // The service's own choice for three days is the same as the plugin's.
  expect(await granularities()).toEqual(['the service chooses']);
  await expect(page.getByRole('combobox', { name: 'Metric' })).toBeVisible();

  await service.forget();
  await drag(page, graph, 0.5, 0.6);
  await expect.poll(granularities).toEqual(['1m']);
  await stage.settled(graph);
});
