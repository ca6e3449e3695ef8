import { type Page } from '@playwright/test';
import { activeAlerts, FROZEN, NOW } from './demo';
import { queryRow } from './editor';
import { expect, test } from './fixtures';
import { MOST_PRESSES, outOfOrder, tabThrough } from './focus';
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

test('the settings page with its folded section open', { tag: '@smoke' }, async ({ page, stage }) => {
  await stage.settings({ theme: 'dark' });
  const url = page.getByRole('main').getByRole('textbox', { name: /^URL/ }).first();
  await expectSettings(page);

  await test.step('Tab goes through it in order, and leaves it', async () => {
    const { visited } = await tabThrough(page, page.getByRole('main'), url);
    expect(visited.length).toBeGreaterThan(8);
    expect(visited.length).toBeLessThan(MOST_PRESSES);
    expect(visited.filter((one) => one.name === '')).toEqual([]);
    expect(outOfOrder(visited)).toEqual([]);
  });

  await inLight(page);
  await expectSettings(page);
});

async function expectSettings(page: Page) {
  await expect(page.getByRole('textbox', { name: /^URL/ })).toBeVisible();
  for (const fold of await page.getByRole('button', { expanded: false, name: /[Ss]ection|settings|Reading/ }).all()) {
    await fold.click();
  }
  expect(await violations(page, 'main form')).toEqual([]);
}
