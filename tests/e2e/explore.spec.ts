import { activeAlerts, askedUrls, listedMetrics } from './demo';
import { queryRow } from './editor';
import { expect, test } from './fixtures';
import { follow } from './follow';

test('starts with the active alerts, one click away from a metric in its corridors', async ({
  page,
  stage,
  service,
  request,
}) => {
  const [named] = (await activeAlerts(service, request)).flatMap(({ metrics }) => metrics);
  await stage.explore([]);
  const table = await stage.settled(stage.panel('Table'));
  await follow(page, table.getByRole('link', { name: named.statTypeName, exact: true }).first());
  const graph = stage.panel('Graph');
  await stage.settled(graph);
  await expect(graph.locator('.uplot canvas')).toBeVisible();
  const asked = (await askedUrls(service)).map(({ pathname }) => decodeURIComponent(pathname));
  expect(asked.some((path) => path.startsWith('/v1/ad/metrics/') && path.endsWith(`/${named.statTypeId}`))).toBe(true);
});

test('a metric that is chosen in the editor is drawn', async ({ page, stage, service, request }) => {
  const [metric] = await listedMetrics(service, request);
  await stage.explore([{ queryType: 'metric' }]);
  const row = queryRow(page);

  await row.getByRole('combobox', { name: 'Node', exact: true }).fill(String(metric.nodeId));
  await page.keyboard.press('Enter');
  await row.getByRole('combobox', { name: 'Metric', exact: true }).fill(metric.metricId);
  await page.keyboard.press('Enter');
  await stage.refresh();

  const graph = stage.panel('Graph');
  await stage.settled(graph);
  await expect(graph.locator('.uplot canvas')).toBeVisible();
  const asked = (await askedUrls(service)).map(({ pathname }) => decodeURIComponent(pathname));
  expect(asked).toContain(`/v1/ad/metrics/${metric.nodeId}/${metric.metricId}`);
  await expect(page).toHaveURL(/panes=/);
});
