import { type Locator, type Page } from '@playwright/test';
import { annotatedDashboard } from './annotations';
import { activeAlerts, alertsIn, FROZEN, NOW } from './demo';
import { expect, test } from './fixtures';
import { UUID } from './identifiers';
import { markersOf, marks, tell } from './marks';

// Each source and shape of annotations on a dashboard panel.

const range = { from: Date.parse(NOW) - 86_400_000, to: Date.parse(NOW) };

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('alerts as regions: one for each, however many there are', async ({ stage, service, request }) => {
  const alerts = await alertsIn(service, request, range);
  await stage.dashboard(annotatedDashboard({ shape: 'regions' }), { range });
  const panel = await stage.settled(stage.panel('Counts'));
  await expect(marks(panel)).toHaveCount(alerts.length);
  const spans = await markersOf(panel);
  expect(spans.filter(({ from, to }) => to > from).length).toBeGreaterThan(0);
});

test('alerts as marks: moments without a width, with the alert in the tooltip', async ({ page, stage }) => {
  await stage.dashboard(annotatedDashboard({ shape: 'marks', limit: 12 }), { range });
  const panel = await stage.settled(stage.panel('Counts'));
  await expect(marks(panel)).not.toHaveCount(0);
  for (const { from, to } of await markersOf(panel)) {
    expect(to).toBe(from);
  }
  await expectNames(page, panel);
  await expect(await tell(page, marks(panel).last())).toContainText(/severe|high|medium|low/);
});

test('events of one alert, and of all, are marks with their type', async ({ page, stage, service, request }) => {
  const [{ id }] = await activeAlerts(service, request);
  for (const alertId of [id, undefined]) {
    await stage.dashboard(annotatedDashboard({ source: 'alertEvents', alertId, limit: 12 }), { range });
    const panel = await stage.settled(stage.panel('Counts'));
    await expect(marks(panel)).not.toHaveCount(0);
    await expectNames(page, panel);
    await expect(await tell(page, marks(panel).last())).toContainText(/created|updated|ended/);
  }
});

test('anomalies are marks, only of the selected severities', async ({ page, stage }) => {
  await stage.dashboard(annotatedDashboard({ source: 'anomalies', severity: ['severe'], limit: 12 }), { range });
  const panel = await stage.settled(stage.panel('Counts'));
  await expect(marks(panel)).not.toHaveCount(0);
  await expectNames(page, panel);
  const told = await tell(page, marks(panel).last());
  await expect(told).toContainText('severe');
  await expect(told).not.toContainText(/\b(low|medium)\b/);
});

/** No title contains an identifier. */
async function expectNames(page: Page, panel: Locator) {
  for (const mark of (await marks(panel).all()).slice(0, 12)) {
    const told = await tell(page, mark);
    await expect(told.first()).toBeVisible();
    expect(await told.first().innerText()).not.toMatch(UUID);
  }
}
