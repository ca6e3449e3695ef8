import { type Locator, type Page } from '@playwright/test';
import { activeAlerts, FROZEN, metricRequests, NOW, titleOf } from './demo';
import { expect, test } from './fixtures';
import { follow } from './follow';
import { tints } from './pixels';
import { english } from '../support/english';

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

/** A link in the list that a cell opens. */
function way(page: Page, name: string): Locator {
  return page.getByRole('link', { name }).or(page.getByRole('menuitem', { name })).first();
}

test('from the active alerts to a metric in its corridors: alert, its events, metric', async ({
  page,
  stage,
  service,
  request,
}) => {
  const alerts = await activeAlerts(service, request);
  const alert = alerts.find(({ impact }) => impact === 'severe') ?? alerts[0];
  const [metric] = alert.metrics;
  await stage.explore([{ refId: 'A', queryType: 'alerts' }], { from: 'now-24h', to: 'now' });
  const table = stage.panel('Table');
  for (const one of alerts) {
    await expect(table.getByText(await titleOf(service, request, one), { exact: true }).first()).toBeVisible();
  }

  // A click's menu closes when more titles arrive.
  await stage.settled(table);
  // A title in Explore has two links, which a click lists.
  await table
    .getByText(await titleOf(service, request, alert), { exact: true })
    .first()
    .click();
  await expect(way(page, english('links.alert-dashboard'))).toBeVisible();
  await follow(page, way(page, english('links.alert-events')));
  await expect(page).toHaveURL(new RegExp(`alertEvents.*${alert.id}`));
  const link = table.getByRole('link', { name: metric.statTypeName, exact: true }).first();
  await expect(link).toBeVisible();

  await service.forget();
  await follow(page, link);
  const graph = stage.panel('Graph');
  await stage.settled(graph);
  await expect(graph).toContainText(`${metric.statTypeName} · ${metric.nodeName}`);
  for (const share of [0.2, 0.5, 0.8]) {
    expect((await tints(graph, share)).blue).toBeGreaterThan(20);
  }

  const asked = await metricRequests(service);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.map(({ nodeId, metricId }) => [nodeId, metricId])).toEqual(
    asked.map(() => [String(metric.nodeId), metric.statTypeId])
  );
  const [began, ended] = [Date.parse(alert.firstSeenAt), Date.parse(alert.lastSeenAt)];
  const margin = 25 * 60_000;
  expect(Math.min(...asked.map(({ from }) => from))).toBeLessThan(began - margin);
  expect(Math.max(...asked.map(({ to }) => to))).toBeGreaterThanOrEqual(ended);
  // Over the alert's time, not over the day with which the list was opened.
  expect(Math.min(...asked.map(({ from }) => from))).toBeGreaterThan(began - 3 * (ended - began) - 4 * margin);
});
