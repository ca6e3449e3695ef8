import { expect, settled, test } from './fixtures';

test('a metric chosen in the editor is drawn', async ({ page, service, request }) => {
  const metrics: Array<{ token: string; nodeId: number; metricId: string; metric: string }> = await (
    await request.get(`${service.url}/demo/metrics`)
  ).json();
  const metric = metrics.find(({ token }) => token === 'demo-token') ?? metrics[0];
  await page.goto('/explore');
  const row = page.getByTestId('query-row');

  await row.getByRole('combobox', { name: 'Node', exact: true }).fill(String(metric.nodeId));
  await page.keyboard.press('Enter');
  await row.getByRole('combobox', { name: 'Metric', exact: true }).fill(metric.metricId);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run query' }).first().click();

  const graph = page.locator('[data-panel-title="Graph"]');
  await settled(graph);
  await expect(graph.locator('.uplot canvas')).toBeVisible();
  const asked = (await service.requests()).map(({ url }) => decodeURIComponent(url));
  expect(asked.some((url) => url.startsWith(`/v1/ad/metrics/${metric.nodeId}/${metric.metricId}?`))).toBe(true);
  await expect(page).toHaveURL(/panes=/);
});
