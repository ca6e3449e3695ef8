import { type Locator, type Page } from '@playwright/test';
import { FROZEN, NOW } from './demo';
import { queryRow } from './editor';
import { MOST_PRESSES, outOfOrder, tabThrough } from './focus';
import { expect, test } from './grafana';
import { inLight, violations } from './violations';

// Checks the plugin's parts of pages that only Grafana has against WCAG.

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

for (const theme of ['dark', 'light']) {
  test(`the help of the query editor, ${theme}`, async ({ page, stage }) => {
    await stage.explore([{ refId: 'A', queryType: 'alerts' }], { from: 'now-3h', to: 'now' }, { theme });
    await queryRow(page).getByRole('button', { name: 'Show data source help' }).click();
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible();
    await page.locator(':has(> ul[aria-label="Examples"])').evaluate((help) => (help.id = 'help'));
    expect(await violations(page, '#help')).toEqual([]);
  });

  test(`the editor of an annotation, ${theme}`, async ({ page, grafana }) => {
    const uid = await grafana.save({
      panels: [{ title: 'Counts', type: 'timeseries', targets: [{ queryType: 'alertCounts' }] }],
      annotations: { list: [{ name: 'Ours', target: { refId: 'Anno', queryType: 'annotations', source: 'alerts' } }] },
    });
    await page.goto(`/d/${uid}?editview=annotations&theme=${theme}`);
    await page.getByRole('gridcell', { name: /Ours/ }).first().click();
    await expectOurs(page.getByRole('combobox', { name: 'Source', exact: true }));
  });

  test(`the editor of a variable, ${theme}`, async ({ page, grafana }) => {
    const variable = { name: 'node', label: 'Node', type: 'query', query: { refId: 'A', queryType: 'variable' } };
    const uid = await grafana.save({
      panels: [{ title: 'Counts', type: 'timeseries', targets: [{ queryType: 'alertCounts' }] }],
      templating: { list: [{ ...variable, current: {}, options: [] }] },
    });
    await page.goto(`/d/${uid}?editview=variables&theme=${theme}`);
    await page.getByRole('gridcell', { name: /node/ }).first().click();
    await expectOurs(page.getByRole('combobox', { name: 'List', exact: true }));
  });
}

/** Rows of fields with this field have no violations. */
async function expectOurs(field: Locator) {
  await expect(field).toBeVisible();
  const page = field.page();
  await field
    .locator('xpath=ancestor::*[@role="group"]/..')
    .last()
    .evaluate((rows) => (rows.id = 'ours'));
  expect(await violations(page, '#ours')).toEqual([]);
}

test('the settings page with its folded section open', async ({ page, stage }) => {
  await stage.settings({ theme: 'dark' });
  const url = page.getByRole('main').getByLabel('Data source connection URL').first();
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
  await expect(page.getByLabel('Data source connection URL')).toBeVisible();
  for (const fold of await page.getByRole('button', { expanded: false, name: /[Ss]ection|settings|Reading/ }).all()) {
    await fold.click();
  }
  expect(await violations(page, 'main form')).toEqual([]);
}
