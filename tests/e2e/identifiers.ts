import { expect, type Locator } from '@playwright/test';
import { cellsOf, rowsOf } from './table';

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}/i;
/** Columns that only contain an identifier. */
const ID_COLUMN = /^(id|.*Id)$/;

/** The first four columns of a table contain names instead of identifiers. */
export async function expectNoIds(table: Locator) {
  const headers = (await table.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  expect(headers.slice(0, 4).filter((header) => ID_COLUMN.test(header))).toEqual([]);
  for (const row of (await rowsOf(table).all()).slice(0, 30)) {
    const cells = (await cellsOf(row).allInnerTexts()).slice(0, 4);
    expect(cells.filter((cell) => UUID.test(cell))).toEqual([]);
  }
}
