import { EDITED_TYPES } from '../support/queryTypes';
import { activeAlerts, FROZEN, NOW } from './demo';
import { queriesInAddress, queryRow } from './editor';
import { expect, test } from './fixtures';
import { MOST_PRESSES, outOfOrder, tabThrough } from './focus';

// Every editor by keyboard only: Tab reaches everything in reading order, and every focused element has a name.

const HOUR = 3_600_000;
const range = { from: Date.parse(NOW) - 6 * HOUR, to: Date.parse(NOW) };

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('Tab reaches every field of every editor, in order', async ({ page, stage, service, request }) => {
  test.setTimeout(300_000);
  const [{ id, metrics }] = await activeAlerts(service, request);
  const [{ nodeId, statTypeId }] = metrics;
  const about = { nodeId: String(nodeId), metricId: statTypeId, alertId: id };
  const queries = EDITED_TYPES.map((queryType, i) => ({ refId: String.fromCharCode(65 + i), queryType, ...about }));
  await stage.explore(queries, range);
  for (const [place, queryType] of EDITED_TYPES.entries()) {
    await test.step(queryType, async () => {
      const row = queryRow(page, place);
      const type = row.getByRole('combobox', { name: 'Query type' });
      await expect(type).toBeVisible();
      await expect(row.getByText('Loading the editor')).toHaveCount(0);
      const { visited, missed } = await tabThrough(page, row, type);
      expect(missed).toEqual([]);
      expect(visited.length).toBeGreaterThan(0);
      expect(visited.length).toBeLessThan(MOST_PRESSES);
      expect(visited.filter(({ name }) => name === '')).toEqual([]);
      expect(outOfOrder(visited)).toEqual([]);
    });
  }
});

test('a query can be chosen, filled in, and run by keyboard only', { tag: '@smoke' }, async ({ page, stage }) => {
  await stage.explore([{ refId: 'A', queryType: 'alerts' }], range);
  const row = queryRow(page);
  /** Like a person: types, presses the down arrow until the option is highlighted, and selects it. */
  const take = async (name: string, typed = name) => {
    await page.keyboard.type(typed);
    const highlighted = page.getByRole('option', { name: new RegExp(`^${name}`), selected: true });
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(highlighted).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
  };
  const type = row.getByRole('combobox', { name: 'Query type' });
  await type.focus();
  // Tab selects all text in the field.
  await page.keyboard.press('ControlOrMeta+a');
  await take('Alert search');
  const impact = row.getByRole('combobox', { name: 'Impact', exact: true });
  await expect(impact).toBeVisible();
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 40 && !(await isThere()); presses++) {
      await page.keyboard.press('Tab');
    }
    expect(await isThere()).toBe(true);
  };
  const has = (name: string, role: 'combobox' | 'textbox') => () =>
    row.getByRole(role, { name, exact: true }).evaluate((input) => input === document.activeElement);
  await tabTo(has('Impact', 'combobox'));
  // A list with several values accepts typed text as a new value, so this option is selected with the arrows.
  await take('severe', '');
  await tabTo(has('Limit', 'textbox'));
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => queriesInAddress(page)[0])
    .toMatchObject({ queryType: 'alertSearch', impact: ['severe'], limit: 7 });
});
