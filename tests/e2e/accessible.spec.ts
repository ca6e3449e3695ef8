import { activeAlerts, FROZEN, NOW } from './demo';
import { queryRow } from './editor';
import { expect, test } from './fixtures';
import { EDITED_TYPES } from '../support/queryTypes';
import { violations } from './violations';

// What is ours on a page, by the rules of WCAG 2.0 to 2.2, levels A and AA.

const OF_SERIES = ['metric', 'forecast', 'explain'];

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

for (const theme of ['dark', 'light']) {
  test(`the editors of all query types, ${theme}`, async ({ page, stage, service, request }) => {
    test.slow();
    const [{ id, metrics }] = await activeAlerts(service, request);
    const series = { nodeId: String(metrics[0].nodeId), metricId: metrics[0].statTypeId };
    const queries = EDITED_TYPES.map((queryType, i) => ({
      refId: String.fromCharCode(65 + i),
      queryType,
      ...(OF_SERIES.includes(queryType) ? series : {}),
      ...(queryType === 'alertEvents' ? { alertId: id } : {}),
      ...(queryType === 'anomalies' ? { withMetrics: true } : {}),
    }));
    await stage.explore(queries, { from: 'now-3h', to: 'now' }, { theme });
    for (const i of EDITED_TYPES.keys()) {
      await expect(queryRow(page, i).getByRole('combobox', { name: 'Query type' })).toBeVisible();
      await expect(queryRow(page, i).getByText('Loading the editor')).toHaveCount(0);
    }
    // Grafana's own parts stand in each row's header.
    const found = await violations(page, '[data-testid="query-editor-row"]');
    expect(found.filter((line) => !/query-editor-row|QueryEditorRow|react-select/.test(line.split(' ')[1]))).toEqual(
      []
    );
  });

  test(`the settings page with its folded section open, ${theme}`, { tag: '@smoke' }, async ({ page, stage }) => {
    await stage.settings({ theme });
    await expect(page.getByRole('textbox', { name: /^URL/ })).toBeVisible();
    for (const fold of await page.getByRole('button', { expanded: false, name: /[Ss]ection|settings|Reading/ }).all()) {
      await fold.click();
    }
    expect(await violations(page, 'main form')).toEqual([]);
  });
}
