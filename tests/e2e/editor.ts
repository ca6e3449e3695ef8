import { expect, type Locator, type Page } from '@playwright/test';

/** A query's row with the data source's editor. */
export function queryRow(page: Page, place = 0): Locator {
  return page.getByTestId('query-editor-row').nth(place);
}

/** Sets a field like a person. The methods are for different kinds of inputs. */
export const setField = {
  async text(editor: Locator, label: string, value: string) {
    const input = editor.getByRole('textbox', { name: label, exact: true });
    await input.fill(value);
    await input.press('Tab');
  },
  /** Chooses from a fixed list. `typed` finds options that a long list only shows after scrolling. */
  async choice(editor: Locator, label: string, option: string | RegExp, typed?: string) {
    const input = editor.getByRole('combobox', { name: label, exact: true });
    await input.click();
    if (typed !== undefined) {
      await input.fill(typed);
    }
    await editor.page().getByRole('option', { name: option }).first().click();
  },
  /** Types into a picker, which accepts any text. */
  async picker(editor: Locator, label: string, value: string) {
    const input = editor.getByRole('combobox', { name: label, exact: true });
    // A query of a new type gets its default node while it is edited, and the input then shows its name.
    await expect(async () => {
      await input.fill(value);
      await expect(input).toHaveValue(value, { timeout: 500 });
    }).toPass();
    await input.press('Enter');
  },
  async toggle(editor: Locator, label: string) {
    const input = editor.getByLabel(label, { exact: true });
    const before = await input.isChecked();
    // The visible switch covers its input.
    await input.click({ force: true });
    await expect(input).toBeChecked({ checked: !before });
  },
};

/** Chooses a query type, and waits until its fields have replaced the previous type's, which may have the same names. */
export async function chooseType(row: Locator, name: string) {
  const input = row.getByRole('combobox', { name: 'Query type', exact: true });
  await input.click();
  await input.fill(name);
  const option = row
    .page()
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first();
  const [, purpose] = (await option.innerText()).split('\n');
  await option.click();
  await expect(row).toContainText(purpose);
}

/** The queries in Explore's address. */
export function queriesInAddress(page: Page): Array<Record<string, unknown>> {
  const panes = JSON.parse(new URL(page.url()).searchParams.get('panes') ?? '{}');
  const [pane] = Object.values(panes) as Array<{ queries: Array<Record<string, unknown>> }>;
  return pane?.queries ?? [];
}
