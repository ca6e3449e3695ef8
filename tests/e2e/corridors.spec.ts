import { type Locator, type Page } from '@playwright/test';
import { expect, settled, test } from './fixtures';
import { blueAround, tints } from './pixels';

const first = (page: Page) => page.getByTestId('panel').first();

test('the first screen shows a metric in its corridors, the alert marked on it', async ({ page }) => {
  await page.goto('/');
  const panel = await settled(first(page));

  // Far more blue than a line alone would leave, all along the plot.
  for (const share of [0.15, 0.35, 0.55, 0.75]) {
    await expect.poll(() => blueAround(panel, share)).toBeGreaterThan(20);
  }
  await expect(panel.getByTestId('annotation-marker').first()).toBeVisible();
});

test('values outside every corridor are marked', async ({ page, service, request }) => {
  const alerts = await (
    await request.get(`${service.url}/v2/alerts?expand=metrics`, { headers: { authorization: 'Bearer demo-token' } })
  ).json();
  const { nodeId, statTypeId } = alerts
    .flatMap((alert: { metrics: object[] }) => alert.metrics)
    .find((metric: { type: string }) => metric.type === 'deviation');
  const query = { refId: 'A', queryType: 'metric', nodeId: String(nodeId), metricId: statTypeId };
  const graph = page.locator('[data-panel-title="Graph"]');
  const day = { from: 'now-24h', to: 'now' };

  await page.goto(explore([{ ...query, outliers: true }], day));
  expect((await tints(await settled(graph))).red).toBeGreaterThan(20);
  await page.goto(explore([{ ...query, outliers: false }], day));
  expect((await tints(await settled(graph))).red).toBe(0);
});

test('dragging over a panel zooms every panel, and the address holds the range', async ({ page }) => {
  await page.goto('/');
  const panel = await settled(first(page));
  await drag(page, panel, 0.4, 0.5);
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\dT.*&to=\d{4}-/);
  await settled(panel);
  const zoomed = page.url();

  await page.getByRole('button', { name: 'Zoom out time range' }).click();
  await expect(page).not.toHaveURL(zoomed);
  await settled(panel);
});

test('zooming in reads finer data', async ({ page, service, request }) => {
  const metrics: Array<{ token: string; nodeId: number; metricId: string; sourceStep: number }> = await (
    await request.get(`${service.url}/demo/metrics`)
  ).json();
  const fine = metrics.find(({ token, sourceStep }) => token === 'demo-token' && sourceStep === 60_000);
  const query = { refId: 'A', queryType: 'metric', nodeId: String(fine?.nodeId), metricId: fine?.metricId };
  await page.goto(explore([query], { from: 'now-3d', to: 'now' }));
  const graph = page.locator('[data-panel-title="Graph"]');
  await settled(graph);
  expect(await granularities(service)).toEqual(['15m']);
  await expect(page.getByRole('combobox', { name: 'Metric' })).toBeVisible();

  await service.forget();
  await drag(page, graph, 0.5, 0.6);
  await expect.poll(() => granularities(service)).toEqual(['1m']);
  await settled(graph);
});

test('a band that is not asked for is not drawn', async ({ page, service, request }) => {
  const [metric] = await (await request.get(`${service.url}/demo/metrics`)).json();
  const query = { refId: 'A', queryType: 'metric', nodeId: String(metric.nodeId), metricId: metric.metricId };
  const graph = page.locator('[data-panel-title="Graph"]');

  await page.goto(explore([{ ...query, bands: ['main'] }]));
  const { blue: drawn } = await tints(await settled(graph), 0.5);
  await page.goto(explore([{ ...query, bands: [] }]));
  const { blue: bare } = await tints(await settled(graph), 0.5);
  expect(drawn).toBeGreaterThan(bare + 10);
});

function explore(queries: object[], range = { from: 'now-6h', to: 'now' }): string {
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify({ a: { queries, range } }))}`;
}

async function granularities(service: { requests: () => Promise<Array<{ url: string }>> }): Promise<string[]> {
  const urls = (await service.requests()).map(({ url }) => new URL(url, 'http://service'));
  const data = urls.filter(({ pathname }) => pathname.startsWith('/v1/ad/metrics/'));
  return [...new Set(data.map(({ searchParams }) => searchParams.get('granularity') ?? 'the service chooses'))].sort();
}

async function drag(page: Page, panel: Locator, from: number, to: number) {
  const plot = panel.locator('.u-over');
  // Waits until the plot stands still: an editor that comes later pushes it down.
  await plot.hover();
  const box = await plot.boundingBox();
  const { x, y, width, height } = box as NonNullable<typeof box>;
  await page.mouse.move(x + width * from, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * ((from + to) / 2), y + height / 2);
  await page.mouse.move(x + width * to, y + height / 2);
  await page.mouse.up();
}
