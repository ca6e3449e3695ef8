import { type Page } from '@playwright/test';
import { activeAlerts, FROZEN, NOW } from './demo';
import { queryRow } from './editor';
import { expect, test } from './fixtures';
import { EDITED_TYPES } from '../support/queryTypes';
import { inLight, violations } from './violations';

// Checks the plugin's parts of a page against WCAG 2.0 to 2.2, levels A and AA, in both themes.

const OF_SERIES = ['metric', 'forecast', 'explain'];

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('the editors of all query types', async ({ page, stage, service, request }) => {
  test.setTimeout(300_000);
  const [{ id, metrics }] = await activeAlerts(service, request);
  const series = { nodeId: String(metrics[0].nodeId), metricId: metrics[0].statTypeId };
  const queries = EDITED_TYPES.map((queryType, i) => ({
    refId: String.fromCharCode(65 + i),
    queryType,
    ...(OF_SERIES.includes(queryType) ? series : {}),
    ...(queryType === 'alertEvents' ? { alertId: id } : {}),
    ...(queryType === 'anomalies' ? { withMetrics: true } : {}),
  }));
  await stage.explore(queries, { from: 'now-3h', to: 'now' }, { theme: 'dark' });
  await expectEditors(page);
  await inLight(page);
  await expectEditors(page);
});

async function expectEditors(page: Page) {
  for (const i of EDITED_TYPES.keys()) {
    await expect(queryRow(page, i).getByRole('combobox', { name: 'Query type' })).toBeVisible();
    await expect(queryRow(page, i).getByText('Loading the editor')).toHaveCount(0);
  }
  // Each row's header has parts of Grafana.
  const found = await violations(page, '[data-testid="query-editor-row"]');
  expect(found.filter((line) => !/query-editor-row|QueryEditorRow|react-select/.test(line.split(' ')[1]))).toEqual([]);
}
