import { type Locator } from '@playwright/test';

const CELL = '[role="cell"], [role="gridcell"]';

/** A table's rows without its header. Only rows in view, since tables draw no others. */
export function rowsOf(panel: Locator): Locator {
  return panel.getByRole('row').filter({ has: panel.page().locator(CELL) });
}

export function cellsOf(row: Locator): Locator {
  return row.locator(CELL);
}

/** The cells of a column by its place from the left, starting at 0. */
export function columnOf(panel: Locator, place: number): Locator {
  return rowsOf(panel).locator(`:is(${CELL}):nth-child(${place + 1})`);
}
