import { type Locator } from '@playwright/test';
import { activeAlerts, alertsIn, ask, askedUrls, FROZEN, listedMetrics, metricRequests, NOW } from './demo';
import { expect, test } from './fixtures';
import { cellsOf, columnOf, rowsOf } from './table';

const IMPACTS = ['severe', 'high', 'medium', 'low'];
const DAY = 86_400_000;
const range = { from: Date.parse(NOW) - 2 * DAY, to: Date.parse(NOW) };

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

// The way of a person who was woken up, with each page loaded once: what is alerting, which metric moved first, is it
// still outside, has it happened before.
test('from the overview to an alert to a metric and back', async ({ page, stage, service, request }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 1400, height: 3600 });
  const alerts = await activeAlerts(service, request);
  const shown = await alertsIn(service, request, range);
  await stage.dashboard('anomaly-monitoring-overview', { range, params: { refresh: '' } });
  const table = await stage.settled(stage.panel('What is wrong'));

  await test.step('a row per active incident, most severe first', async () => {
    const impacts = alerts.map(({ impact }) => impact).sort((a, b) => IMPACTS.indexOf(a) - IMPACTS.indexOf(b));
    // A table only draws rows in view.
    const seen = await columnOf(table, 0).allInnerTexts();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThanOrEqual(impacts.length);
    expect(seen[0]).toBe(impacts[0]);
    expect(seen).toEqual(seen.toSorted((a, b) => IMPACTS.indexOf(a) - IMPACTS.indexOf(b)));
  });

  await test.step('active alerts are counted by impact', async () => {
    const counts = await stage.settled(stage.panel('Active'));
    for (const impact of IMPACTS) {
      const count = alerts.filter((alert) => alert.impact === impact).length;
      if (count > 0) {
        await expect(counts).toContainText(`${impact}${count}`);
      }
    }
  });

  const firstChanges = async (id: string) => {
    const { items } = await ask<Events>(service, request, `/v2/alerts/${id}/events`, { expand: 'changes', limit: 100 });
    return items.find(({ changes }) => changes.length > 0)?.changes ?? [];
  };

  await test.step('each is named after the metric with which it began', async () => {
    const names = (await table.getByRole('columnheader').allInnerTexts()).map((name) => name.trim());
    const titles = columnOf(table, names.indexOf('Incident'));
    for (let i = 0; i < Math.min(await rowsOf(table).count(), 3); i++) {
      await expect(titles.nth(i)).toContainText(' · ');
      const link = await rowsOf(table).nth(i).getByRole('link').first().getAttribute('href');
      const id = new URLSearchParams(link?.slice(link.indexOf('?'))).get('var-alert') ?? '';
      const first = (await firstChanges(id)).map(({ statTypeName, nodeName }) => `${statTypeName} · ${nodeName}`);
      expect(first).toContain(
        (await titles.nth(i).innerText()).replace(/( \+\d+)?( and .* more alerts?)?$/, '').trim()
      );
    }
  });

  await rowsOf(table).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-alert/);
  const alertId = new URL(page.url()).searchParams.get('var-alert') ?? '';
  expect(shown.map(({ id }) => id)).toContain(alertId);
  const moved = await stage.settled(stage.panel('Timeline'));

  await test.step('which metric moved first, and is it still outside', async () => {
    expect((await askedUrls(service)).map(({ pathname }) => pathname)).toContain(`/v2/alerts/${alertId}/events`);
    const first = (await cellsOf(rowsOf(moved).first()).allInnerTexts()).map((text) => text.trim());
    expect((await firstChanges(alertId)).map((change) => `${change.statTypeName} ${change.nodeName}`)).toContain(
      `${first[0]} ${first[1]}`
    );
    const names = (await moved.getByRole('columnheader').allInnerTexts()).map((name) => name.trim());
    const states = await columnOf(moved, names.indexOf('State')).allInnerTexts();
    expect(states.length).toBeGreaterThan(0);
    expect(states.filter((state) => !/^(outside|inside|unknown)$/.test(state.trim()))).toEqual([]);
  });

  const link = moved.getByRole('link').first();
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric/);
  await expect(await stage.settled(stage.panel('Value and corridors'))).toContainText(name);

  await test.step('has it happened before', async () => {
    const params = new URL(page.url()).searchParams;
    const [nodeId, statTypeId] = [params.get('var-node') ?? '', params.get('var-metric') ?? ''];
    expect((await listedMetrics(service, request)).map((one) => `${one.nodeId} ${one.metricId}`)).toContain(
      `${nodeId} ${statTypeId}`
    );
    const before = await stage.settled(stage.panel('Alerts of this metric'));
    const days = { from: range.to - 90 * DAY, to: range.to };
    const earlier = await alertsIn(service, request, days, { nodeId, statTypeId });
    expect(earlier.length).toBeGreaterThan(0);
    await expect.poll(() => rowsOf(before).count()).toBeGreaterThan(0);
    expect(await rowsOf(before).count()).toBeLessThanOrEqual(earlier.length);
  });

  await page.locator('main').getByRole('link', { name: 'Overview', exact: true }).first().click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-overview/);
});

interface Events {
  items: Array<{ changes: Array<{ statTypeName: string; nodeName: string }> }>;
}

test('after choosing another metric, every panel shows it, and the old one is no longer requested', async ({
  page,
  stage,
  service,
  request,
}) => {
  const [alert] = (await activeAlerts(service, request)).filter(({ metrics }) => twoOfANode(metrics).length === 2);
  const [one, after] = twoOfANode(alert.metrics);
  // The graph is in view without scrolling. The tables are not: one of them reads all metrics of the node.
  await page.setViewportSize({ width: 1400, height: 620 });
  await stage.dashboard('anomaly-monitoring-metric', {
    range,
    variables: { node: one.nodeId, metric: one.statTypeId },
  });
  const corridors = await stage.settled(stage.panel('Value and corridors'));
  await expect(corridors).toContainText(`${one.statTypeName} · ${one.nodeName}`);
  const before = await picture(corridors);

  await service.forget();
  await stage.variable('Metric').getByRole('combobox').fill(after.statTypeName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`var-metric=${encodeURIComponent(after.statTypeId)}`));
  await expect(corridors).toContainText(`${after.statTypeName} · ${after.nodeName}`);
  await stage.settled(corridors);
  await expect.poll(() => picture(corridors)).not.toEqual(before);

  const data = await metricRequests(service);
  expect(data.length).toBeGreaterThan(0);
  expect(data.filter(({ metricId }) => metricId !== after.statTypeId)).toEqual([]);
  const asked = await askedUrls(service);
  const forecasts = asked.filter(({ pathname }) => pathname.endsWith('/forecast'));
  expect(forecasts.length).toBeGreaterThan(0);
  for (const { pathname } of forecasts) {
    expect(decodeURIComponent(pathname)).toBe(`/v2/corridors/${after.nodeId}/${after.statTypeId}/forecast`);
  }
  // A search with a limit of one row only checks whether the range has alerts at all.
  const searches = asked.filter(
    ({ pathname, search }) => pathname.endsWith('/explore') && !/limit=1(&|$)/.test(search) && /statTypeId/.test(search)
  );
  expect(searches.length).toBeGreaterThan(0);
  for (const { searchParams } of searches) {
    expect(searchParams.get('statTypeId')).toBe(after.statTypeId);
  }
});

/** Two metrics of one node, fewer if no node has two. */
function twoOfANode<T extends { nodeId: number; type: string }>(metrics: T[]): T[] {
  const deviating = metrics.filter(({ type }) => type === 'deviation');
  const node = deviating.find(({ nodeId }, i) => deviating.findIndex((one) => one.nodeId === nodeId) < i)?.nodeId;
  return deviating.filter(({ nodeId }) => nodeId === node).slice(0, 2);
}

/** Everything that a panel draws: its canvas, or its boxes without one. */
function picture(box: Locator): Promise<string> {
  return box.evaluate((element) => element.querySelector('canvas')?.toDataURL() ?? element.innerHTML);
}
