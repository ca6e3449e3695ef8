import { type Locator, type Page } from '@playwright/test';
import { activeAlerts, dashboardAddress, FROZEN, metricRequests, NOW, panel } from './demo';
import { expect, settled, test } from './fixtures';

const IMPACTS = ['severe', 'high', 'medium', 'low'];
const DAY = 86_400_000;
const range = { from: Date.parse(NOW) - 2 * DAY, to: Date.parse(NOW) };

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ page }) => page.clock.setFixedTime(NOW));

test('the overview has a row per active alert, and counts them by impact', async ({ page, service, request }) => {
  const alerts = await activeAlerts(service, request);
  await page.goto('/d/anomaly-monitoring-overview');
  const table = await settled(panel(page, 'Alerts of this range'));
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(alerts.length);
  for (const { id, impact, activeMetrics, activeNodes } of alerts) {
    const cells = rows.filter({ hasText: id }).getByRole('cell');
    await expect(cells.first()).toHaveText(impact);
    await expect(cells.nth(4)).toHaveText(String(activeMetrics));
    await expect(cells.nth(5)).toHaveText(String(activeNodes));
  }

  const counts = await settled(panel(page, 'Active now'));
  const expected = IMPACTS.flatMap((impact) => {
    const count = alerts.filter((alert) => alert.impact === impact).length;
    return count > 0 ? [`${impact}${count}`] : [];
  });
  await expect(counts).toContainText(expected.join(''));
});

test('from the overview to an alert to a metric: each shows what was clicked, over the same range', async ({
  page,
  service,
  request,
}) => {
  const alerts = await activeAlerts(service, request);
  const alert = alerts.find(({ impact }) => impact === 'severe') ?? alerts[0];
  const metric = alert.metrics.find(({ type }) => type === 'deviation') ?? alert.metrics[0];
  const kept = new RegExp(
    ['from', 'to'].map((end) => `(?=.*[?&]${end}=${moment(range[end as 'from'])}(&|$))`).join('')
  );
  await page.goto(dashboardAddress('anomaly-monitoring-overview', range));

  await panel(page, 'Alerts of this range').getByRole('link', { name: alert.id }).click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-alert/);
  await expect(page).toHaveURL(kept);
  await expect(page).toHaveURL(new RegExp(`var-alert=${alert.id}`));
  await expect(page.locator('main')).toContainText(
    new RegExp(`${alert.impact} · ${alert.activeMetrics} metrics? on ${alert.activeNodes} nodes?`)
  );
  await expect(panel(page, 'This alert')).toContainText(alert.id);
  for (const { statTypeName, nodeName } of alert.metrics) {
    await expect(panel(page, 'How it spread')).toContainText(`${statTypeName} · ${nodeName}`);
  }

  await panel(page, 'What moved first').getByRole('link', { name: metric.statTypeName, exact: true }).first().click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric/);
  await expect(page).toHaveURL(kept);
  await expect(control(page, 'node')).toContainText(metric.nodeName);
  await expect(control(page, 'metric')).toContainText(metric.statTypeName);
  const corridors = await settled(panel(page, 'In its corridors'));
  await expect(corridors).toContainText(`${metric.statTypeName} · ${metric.nodeName}`);

  await page.locator('main').getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-overview/);
  await expect(page).toHaveURL(kept);
});

test('another metric chosen: every panel shows that one, and the old one is asked for no more', async ({
  page,
  service,
  request,
}) => {
  const [alert] = (await activeAlerts(service, request)).filter(({ metrics }) => twoOfANode(metrics).length === 2);
  const [before, after] = twoOfANode(alert.metrics);
  // The table of all the node's metrics stays out of sight: it asks for each of them.
  await page.setViewportSize({ width: 1400, height: 700 });
  await page.goto(
    dashboardAddress('anomaly-monitoring-metric', range, { node: before.nodeId, metric: before.statTypeId })
  );
  const drawn = ['In its corridors', 'How long outside', 'Deviation', 'Forecast'].map((title) => panel(page, title));
  const corridors = drawn[0];
  for (const one of drawn) {
    await settled(one);
  }
  await expect(corridors).toContainText(`${before.statTypeName} · ${before.nodeName}`);
  const pictures = await Promise.all(drawn.map(picture));

  await service.forget();
  await page.getByRole('combobox', { name: 'Metric' }).fill(after.statTypeName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`var-metric=${encodeURIComponent(after.statTypeId)}`));
  await expect(corridors).toContainText(`${after.statTypeName} · ${after.nodeName}`);
  for (const [i, one] of drawn.entries()) {
    await settled(one);
    await expect.poll(() => picture(one)).not.toEqual(pictures[i]);
  }

  const data = await metricRequests(service);
  expect(data.length).toBeGreaterThan(0);
  expect(data.filter(({ metricId }) => metricId !== after.statTypeId)).toEqual([]);
  const asked = (await service.requests()).map(({ url }) => new URL(url, 'http://service'));
  const forecasts = asked.filter(({ pathname }) => pathname.endsWith('/forecast'));
  expect(forecasts.length).toBeGreaterThan(0);
  for (const { pathname } of forecasts) {
    expect(decodeURIComponent(pathname)).toBe(`/v2/corridors/${after.nodeId}/${after.statTypeId}/forecast`);
  }
  const searches = asked.filter(({ pathname }) => pathname.endsWith('/alerts/explore'));
  expect(searches.length).toBeGreaterThan(0);
  for (const { searchParams } of searches) {
    expect(searchParams.get('statTypeId')).toBe(after.statTypeId);
  }
});

/** Two metrics of one node, or fewer where none has two. */
function twoOfANode<T extends { nodeId: number; type: string }>(metrics: T[]): T[] {
  const deviating = metrics.filter(({ type }) => type === 'deviation');
  const node = deviating.find(({ nodeId }, i) => deviating.findIndex((one) => one.nodeId === nodeId) < i)?.nodeId;
  return deviating.filter(({ nodeId }) => nodeId === node).slice(0, 2);
}

/** Everything that a panel draws: its canvas, or its boxes where it has none. */
function picture(box: Locator): Promise<string> {
  return box.evaluate((element) => element.querySelector('canvas')?.toDataURL() ?? element.innerHTML);
}

function control(page: Page, name: string) {
  return page.locator('div', { has: page.locator(`> label[for="var-${name}"]`) }).last();
}

/** A moment as an address may hold it: epoch milliseconds, or ISO 8601. */
function moment(time: number): string {
  const iso = new Date(time).toISOString();
  return `(${time}|${iso.replaceAll('.', '\\.')}|${encodeURIComponent(iso).replaceAll('.', '\\.')})`;
}
