import { activeAlerts, FROZEN, listedMetrics, NOW } from './demo';
import { expect, test } from './grafana';
import { blueAround } from './pixels';
import { withSource } from './stage';

// What Grafana does with a panel's data, but the workbench doesn't.

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

/** Month, day, hour, and minute, as tables write a time in this year: `Jan 20, 12:20`. */
const clock = (time: number, zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time);

for (const zone of ['utc', 'Asia/Tokyo', 'America/New_York']) {
  test(`times in a table are in the dashboard's time zone: ${zone}`, async ({ stage, service, request }) => {
    const [alert] = await activeAlerts(service, request);
    await stage.dashboard({
      timezone: zone,
      panels: [{ title: 'Active', type: 'table', targets: [{ queryType: 'alerts', alertId: alert.id }] }],
    });
    const panel = await stage.settled(stage.panel('Active'));
    await expect(panel).toContainText(clock(Date.parse(alert.firstSeenAt), zone));
  });
}

test('together with another data source in one panel', async ({ page, stage, service, request }) => {
  const [{ nodeId, metricId }] = await listedMetrics(service, request);
  await stage.dashboard({
    time: { from: 'now-6h', to: 'now' },
    panels: [
      {
        title: 'Mixed',
        type: 'timeseries',
        datasource: { type: 'datasource', uid: '-- Mixed --' },
        targets: [
          withSource({ refId: 'A', nodeId: String(nodeId), metricId }, stage.uid),
          { refId: 'B', datasource: { type: 'datasource', uid: 'grafana' }, queryType: 'randomWalk' },
        ],
      },
    ],
  });
  const panel = await stage.settled(stage.panel('Mixed'));
  await expect(panel).toContainText(metricId);
  await expect(page.getByTestId('data-testid Panel status error')).toHaveCount(0);
});

test("a panel with another panel's data sends no requests", async ({ stage, service, request }) => {
  const [{ nodeId, metricId }] = await listedMetrics(service, request);
  await stage.dashboard({
    time: { from: 'now-6h', to: 'now' },
    panels: [
      { title: 'First', type: 'timeseries', targets: [{ nodeId: String(nodeId), metricId }] },
      {
        title: 'Second',
        type: 'timeseries',
        datasource: { type: 'datasource', uid: '-- Dashboard --' },
        targets: [{ refId: 'A', datasource: { type: 'datasource', uid: '-- Dashboard --' }, panelId: 1 }],
      },
    ],
  });
  await stage.settled(stage.panel('First'));
  const second = await stage.settled(stage.panel('Second'));
  await expect.poll(() => blueAround(second, 0.5)).toBeGreaterThan(5);
  const asked = (await service.requests()).map(({ url }) => url);
  expect(new Set(asked).size).toBe(asked.length);
});

test('an ad hoc filter of the dashboard filters its tables', async ({ page, stage, service, request }) => {
  const alerts = await activeAlerts(service, request);
  const [{ impact }] = alerts;
  await stage.dashboard('anomaly-monitoring-overview', { range: { from: 'now-24h', to: 'now' } });
  await stage.settled(stage.panel('What is wrong'));
  const filter = page.getByPlaceholder('Filter by label values').first();
  await filter.click();
  await page
    .getByRole('option', { name: /impact/i })
    .first()
    .click();
  await page.getByRole('option', { name: /^=/ }).first().click();
  await page.getByRole('option', { name: impact }).first().click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`var-filters=impact.*${impact}`));
  const table = await stage.settled(stage.panel('What is wrong'));
  for (const other of ['severe', 'high', 'medium', 'low'].filter((one) => one !== impact)) {
    await expect(table.getByRole('gridcell', { name: other, exact: true })).toHaveCount(0);
  }
});
