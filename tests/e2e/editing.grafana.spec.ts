import { FROZEN, listedMetrics, metricRequests, NOW } from './demo';
import { setField } from './editor';
import { expect, test } from './grafana';
import { marks } from './marks';
import { blueAround } from './pixels';

// The pages for editing a dashboard's panels, annotations, and variables, which only Grafana has.

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('a new panel shows its query in the editor', async ({ page, grafana, service, request }) => {
  const [{ nodeId, metricId }] = await listedMetrics(service, request);
  await grafana.source({ jsonData: { defaultNodeId: String(nodeId), defaultMetricId: metricId } });
  const uid = await grafana.save({ panels: [{ title: 'New', type: 'timeseries', targets: [{}] }] });
  await page.goto(`/d/${uid}?editPanel=1`);
  const row = page.getByTestId('query-editor-row').first();
  await expect(row.getByRole('combobox', { name: 'Node', exact: true })).toHaveValue(new RegExp(String(nodeId)));
  await expect(row.getByRole('combobox', { name: 'Metric', exact: true })).toHaveValue(new RegExp(metricId));
  await grafana.settled(grafana.panel('New'));
  const asked = await metricRequests(service);
  expect(asked.map((one) => [one.nodeId, one.metricId])).toContainEqual([String(nodeId), metricId]);

  await setField.toggle(row, 'Deviation');
  await grafana.settled(grafana.panel('New'));
  await expect.poll(() => blueAround(grafana.panel('New'), 0.5)).toBeGreaterThan(5);
});

test('the annotation editor: fields, then a test of the query', async ({ page, grafana }) => {
  const uid = await grafana.save({
    panels: [{ title: 'Counts', type: 'timeseries', targets: [{ queryType: 'alertCounts' }] }],
    annotations: { list: [{ name: 'Ours', target: { refId: 'Anno', queryType: 'annotations', source: 'alerts' } }] },
  });
  await page.goto(`/d/${uid}?editview=annotations`);
  await page.getByRole('gridcell', { name: /Ours/ }).first().click();
  const editor = page.locator('main').first();
  await setField.choice(editor, 'Source', /^Anomalies/);
  await expect(editor.getByLabel('Severity', { exact: true })).toBeVisible();
  await setField.choice(editor, 'Source', /^Alerts/);
  await setField.choice(editor, 'Shape', /^Marks/);
  await expect(editor.getByLabel('Impact', { exact: true })).toBeVisible();
  await setField.text(editor, 'Limit', '5');
  const asked = page.waitForResponse((response) => response.url().includes('/v2/alerts'));
  await page.getByRole('button', { name: /Test annotation query/ }).click();
  await asked;
  await expect(editor).toContainText(/\d+ events|Found/i);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1400);
});

test('the variable editor: the list, and a preview of its values', async ({ page, grafana, variableEditPage }) => {
  await variableEditPage.setVariableType('Query');
  await variableEditPage.datasource.set(await grafana.sourceName());
  await setField.choice(page.locator('main').first(), 'List', /^Nodes/);
  await variableEditPage.runQuery();
  await expect(page.getByTestId(/Variable editor Preview of Values option/).first()).toBeVisible();
});

test('an annotation on a dashboard can be switched off and on', async ({ page, grafana }) => {
  await grafana.dashboard(
    {
      panels: [{ title: 'Counts', type: 'timeseries', targets: [{ queryType: 'alertCounts' }] }],
      annotations: { list: [{ name: 'Ours', target: { refId: 'A', queryType: 'annotations', source: 'alerts' } }] },
    },
    { range: { from: 'now-24h', to: 'now' } }
  );
  const panel = await grafana.settled(grafana.panel('Counts'));
  await expect(marks(panel)).not.toHaveCount(0);
  await page.getByLabel('Ours', { exact: true }).first().click({ force: true });
  await expect(marks(panel)).toHaveCount(0);
  await page.getByLabel('Ours', { exact: true }).first().click({ force: true });
  await expect(marks(panel)).not.toHaveCount(0);
});
