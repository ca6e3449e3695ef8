import path from 'node:path';
import { activeAlerts, FROZEN, NOW } from '../e2e/demo';
import { queryRow } from '../e2e/editor';
import { expect, test } from '../e2e/fixtures';
import { inGrafana } from '../e2e/house';
import { marks, tell } from '../e2e/marks';
import { type PanelJson, type Stage } from '../e2e/stage';
import { deviating } from './subjects';

// The pictures of the catalogue and the READMEs, taken in a Grafana. Data and clock are always the same.

const folder = path.resolve(__dirname, '../../src/img/screenshots');
const HOUR = 3_600_000;
const now = Date.parse(NOW);
const lastDay = { from: 'now-24h', to: 'now' };
const lastHours = { from: now - 6 * HOUR, to: now };
const params = { theme: 'dark', refresh: '', kiosk: 'true' };

test.skip(!inGrafana, 'They show a Grafana.');
test.use({ serviceFlags: FROZEN, sourceName: 'Anomaly service', viewport: { width: 1440, height: 810 } });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

/** The top of the page, once every panel is complete and nothing is loading. @param height ends below whole panels */
async function take(stage: Stage, name: string, height: number) {
  const { page } = stage;
  await page.setViewportSize({ width: 1440, height });
  for (const panel of await stage.panels().all()) {
    await stage.settled(panel);
  }
  await page.evaluate(() => document.querySelectorAll('*').forEach((element) => element.scrollTo(0, 0)));
  await page.mouse.move(0, 0);
  // Icons load one by one.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

test('overview', async ({ stage }) => {
  await stage.dashboard('anomaly-monitoring-overview', { range: lastDay, params });
  await stage.settled(stage.panel('What is wrong'));
  await take(stage, 'overview', 1390);
});

test('alert', async ({ stage, service, request }) => {
  const alerts = await activeAlerts(service, request);
  const { id, firstSeenAt } = alerts.find(({ impact }) => impact === 'severe') ?? alerts[0];
  const range = { from: Date.parse(firstSeenAt) - HOUR / 3, to: now };
  await stage.dashboard('anomaly-monitoring-alert', { range, params, variables: { alert: id } });
  await stage.settled(stage.panel('This alert'));
  await take(stage, 'alert', 972);
});

test('metric', async ({ stage, service, request }) => {
  const { nodeId, statTypeId } = await deviating(activeAlerts(service, request));
  const variables = { node: nodeId, metric: statTypeId };
  await stage.dashboard('anomaly-monitoring-metric', { range: lastDay, params, variables });
  await stage.settled(stage.panel('Value and corridors'));
  await take(stage, 'metric', 1008);
});

test('explore', async ({ page, stage, service, request }) => {
  const { nodeId, statTypeId, nodeName, statTypeName } = await deviating(activeAlerts(service, request));
  const metric = { nodeId: String(nodeId), metricId: statTypeId, nodeName, metricName: statTypeName };
  const query = { refId: 'A', queryType: 'metric', overlay: 'alerts', ...metric };
  await stage.explore([query], lastDay, { theme: 'light' });
  await expect(queryRow(page).getByRole('combobox', { name: 'Query type' })).toBeVisible();
  await stage.settled(stage.panel('Graph'));
  await take(stage, 'explore', 920);
});

/** A shop's orders or visitors, from another data source. They drop soon after its database has become slow. */
function shopPanel(title: string, level: number, y: number): PanelJson {
  const datasource = { type: 'datasource', uid: 'grafana' };
  const time = Array.from({ length: 73 }, (_, i) => lastHours.from + (i * HOUR) / 12);
  const fall = (i: number) => (i < 49 ? 1 : Math.max(0.45, 1 - (i - 48) / 14));
  const wave = (i: number) => 1 + 0.1 * Math.sin(i / 9) + 0.04 * Math.sin(i * 2.3);
  const fields = ['time', title].map((name, i) => ({ name, type: i === 0 ? 'time' : 'number' }));
  const values = [time, time.map((_, i) => Math.round(level * wave(i) * fall(i)))];
  return {
    title,
    type: 'timeseries',
    datasource,
    targets: [{ datasource, queryType: 'snapshot', snapshot: [{ schema: { fields }, data: { values } }] }],
    fieldConfig: { defaults: { min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
    gridPos: { x: 0, y, w: 24, h: 7 },
  };
}

test('annotations', async ({ page, stage }) => {
  const target = { refId: 'A', queryType: 'annotations', source: 'alerts', impact: ['severe'] };
  await stage.dashboard(
    {
      title: 'Shop',
      panels: [shopPanel('Orders per minute', 118, 0), shopPanel('Visitors', 940, 7)],
      annotations: { list: [{ name: 'Severe alerts', target }] },
    },
    { range: lastHours, params }
  );
  await stage.settled(stage.panel('Orders per minute'));
  // The tooltip extends below the panels.
  await page.setViewportSize({ width: 1440, height: 880 });
  const panel = await stage.settled(stage.panel('Visitors'));
  await expect(await tell(page, marks(panel).first())).toContainText('orders-db');
  await page.screenshot({ path: path.join(folder, 'annotations.png'), animations: 'disabled', caret: 'hide' });
});
