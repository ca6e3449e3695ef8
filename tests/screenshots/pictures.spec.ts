import path from 'node:path';
import { activeAlerts, FROZEN, NOW } from '../e2e/demo';
import { queryRow } from '../e2e/editor';
import { expect, test } from '../e2e/fixtures';
import { inGrafana } from '../e2e/house';
import { type Stage } from '../e2e/stage';
import { deviating } from './subjects';

// The pictures of README, docs and catalogue: the same seed, the same clock, an absolute range, so that they change when
// the product does.

const root = path.resolve(__dirname, '../..');
const folder = path.join(root, inGrafana ? 'src/img/screenshots' : 'docs/img');
const DAY = 86_400_000;
const range = { from: Date.parse(NOW) - DAY, to: Date.parse(NOW) };

test.use({ serviceFlags: FROZEN, sourceName: 'Anomaly service', viewport: { width: 1600, height: 900 } });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

/** Everything in view as it stays, then the picture. */
async function take(stage: Stage, name: string) {
  for (const panel of await stage.panels().all()) {
    if (await panel.isVisible()) {
      await stage.settled(panel);
    }
  }
  await stage.page.evaluate(() => window.scrollTo(0, 0));
  await stage.page.mouse.move(0, 0);
  await stage.page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

for (const theme of ['dark', 'light']) {
  const view = { range, params: { theme, refresh: '', ...(inGrafana ? { kiosk: 'true' } : {}) } };
  const named = (name: string) => (theme === 'dark' ? name : `${name}-light`);

  test(`overview, ${theme}`, async ({ stage }) => {
    await stage.dashboard('anomaly-monitoring-overview', view);
    await stage.settled(stage.panel('Alerts'));
    await take(stage, named('overview'));
  });

  test(`alert, ${theme}`, async ({ stage, service, request }) => {
    const alerts = await activeAlerts(service, request);
    const { id } = alerts.find(({ impact }) => impact === 'severe') ?? alerts[0];
    await stage.dashboard('anomaly-monitoring-alert', { ...view, variables: { alert: id } });
    await stage.settled(stage.panel('This alert'));
    await take(stage, named('alert'));
  });

  test(`metric, ${theme}`, async ({ stage, service, request }) => {
    const metric = await deviating(activeAlerts(service, request));
    await stage.dashboard('anomaly-monitoring-metric', {
      ...view,
      variables: { node: metric.nodeId, metric: metric.statTypeId },
    });
    await stage.settled(stage.panel('Value and corridors'));
    await take(stage, named('metric'));
  });

  test(`explore, ${theme}`, async ({ page, stage, service, request }) => {
    const { nodeId, statTypeId, nodeName, statTypeName } = await deviating(activeAlerts(service, request));
    const query = { refId: 'A', queryType: 'metric', nodeId: String(nodeId), metricId: statTypeId, overlay: 'alerts' };
    await stage.explore([{ ...query, nodeName, metricName: statTypeName }], range, { theme });
    await expect(queryRow(page).getByRole('combobox', { name: 'Query type' })).toBeVisible();
    await stage.settled(stage.panel('Graph'));
    await take(stage, named('explore'));
  });
}
