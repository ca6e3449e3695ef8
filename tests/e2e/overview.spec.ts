import { type Locator } from '@playwright/test';
import { activeAlerts, alertsIn, ask, askedUrls, FROZEN, metricRequests, NOW } from './demo';
import { expect, test } from './fixtures';
import { columnOf, rowsOf } from './table';

const IMPACTS = ['severe', 'high', 'medium', 'low'];
const DAY = 86_400_000;
const range = { from: Date.parse(NOW) - 2 * DAY, to: Date.parse(NOW) };

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

test('the overview has a row per alert of the range, active ones first, most severe first, and counts those that are active', async ({
  stage,
  service,
  request,
}) => {
  const alerts = await activeAlerts(service, request);
  const shown = await alertsIn(service, request, { from: range.to - DAY / 2, to: range.to });
  await stage.dashboard('anomaly-monitoring-overview', { range: { from: range.to - DAY / 2, to: range.to } });
  const table = await stage.settled(stage.panel('Alerts'));
  const words = shown.map(({ impact, active }) => `${active ? 'active' : 'ended'} ${impact}`).sort(byStateAndImpact);
  expect(new Set(words.map((word) => word.split(' ')[0])).size).toBe(2);
  await expect(columnOf(table, 0).first()).toHaveText(words[0].split(' ')[1]);
  // A table draws the rows in view alone.
  const states = await columnOf(table, 1).allInnerTexts();
  const seen = (await columnOf(table, 0).allInnerTexts()).map((impact, i) => `${states[i]} ${impact}`);
  expect(seen).toEqual(words.slice(0, seen.length));
  expect(seen.length).toBeLessThanOrEqual(shown.length);

  const counts = await stage.settled(stage.panel('Active now'));
  for (const impact of IMPACTS) {
    const count = alerts.filter((alert) => alert.impact === impact).length;
    if (count > 0) {
      await expect(counts).toContainText(`${impact}${count}`);
    }
  }
});

test('the overview names each active alert for the metric with which it began, as its events show', async ({
  stage,
  service,
  request,
}) => {
  await stage.dashboard('anomaly-monitoring-overview', { range });
  const table = await stage.settled(stage.panel('Alerts'));
  const names = (await table.getByRole('columnheader').allInnerTexts()).map((name) => name.trim());
  const shown = columnOf(table, names.indexOf('Alert'));
  const { length } = await activeAlerts(service, request);
  for (let i = 0; i < Math.min(length, 3); i++) {
    await expect(shown.nth(i)).toContainText(' · ');
    const link = await rowsOf(table).nth(i).getByRole('link').first().getAttribute('href');
    const id = new URLSearchParams(link?.slice(link.indexOf('?'))).get('var-alert') ?? '';
    const { items } = await ask<Events>(service, request, `/v2/alerts/${id}/events`, { expand: 'changes', limit: 100 });
    const changes = items.find((event) => event.changes.length > 0)?.changes ?? [];
    const first = changes.map(({ statTypeName, nodeName }) => `${statTypeName} · ${nodeName}`);
    expect(first).toContain((await shown.nth(i).innerText()).replace(/ \+\d+$/, '').trim());
  }
});

interface Events {
  items: Array<{ changes: Array<{ statTypeName: string; nodeName: string }> }>;
}

test('from the overview to an alert to a metric: each shows what was clicked', async ({
  page,
  stage,
  service,
  request,
}) => {
  const shown = await alertsIn(service, request, range);
  await stage.dashboard('anomaly-monitoring-overview', { range });
  const table = await stage.settled(stage.panel('Alerts'));
  await expect(columnOf(table, 0).first()).toHaveText(/severe|high/);
  await rowsOf(table).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-alert/);
  const alertId = new URL(page.url()).searchParams.get('var-alert') ?? '';
  expect(shown.map(({ id }) => id)).toContain(alertId);
  const moved = await stage.settled(stage.panel('Timeline'));
  expect((await askedUrls(service)).map(({ pathname }) => pathname)).toContain(`/v2/alerts/${alertId}/events`);

  const link = moved.getByRole('link').first();
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric/);
  const corridors = await stage.settled(stage.panel('Value and corridors'));
  await expect(corridors).toContainText(name);

  await page.locator('main').getByRole('link', { name: 'Overview', exact: true }).first().click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-overview/);
});

test('another metric chosen: every panel shows that one, and the old one is asked for no more', async ({
  page,
  stage,
  service,
  request,
}) => {
  const [alert] = (await activeAlerts(service, request)).filter(({ metrics }) => twoOfANode(metrics).length === 2);
  const [before, after] = twoOfANode(alert.metrics);
  // The table of all the node's metrics stays out of sight: it asks for each of them.
  await page.setViewportSize({ width: 1400, height: 700 });
  await stage.dashboard('anomaly-monitoring-metric', {
    range,
    variables: { node: before.nodeId, metric: before.statTypeId },
  });
  const drawn = ['Value and corridors', 'Forecast'].map((title) => stage.panel(title));
  const corridors = drawn[0];
  for (const one of drawn) {
    await stage.settled(one);
  }
  await expect(corridors).toContainText(`${before.statTypeName} · ${before.nodeName}`);
  const pictures = await Promise.all(drawn.map(picture));

  await service.forget();
  await stage.variable('Metric').getByRole('combobox').fill(after.statTypeName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`var-metric=${encodeURIComponent(after.statTypeId)}`));
  await expect(corridors).toContainText(`${after.statTypeName} · ${after.nodeName}`);
  for (const [i, one] of drawn.entries()) {
    await stage.settled(one);
    await expect.poll(() => picture(one)).not.toEqual(pictures[i]);
  }

  const data = await metricRequests(service);
  expect(data.length).toBeGreaterThan(0);
  expect(data.filter(({ metricId }) => metricId !== after.statTypeId)).toEqual([]);
  const asked = await askedUrls(service);
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

/** Of texts like `active high`. */
function byStateAndImpact(a: string, b: string): number {
  const [[stateA, impactA], [stateB, impactB]] = [a.split(' '), b.split(' ')];
  return stateA.localeCompare(stateB) || IMPACTS.indexOf(impactA) - IMPACTS.indexOf(impactB);
}

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
