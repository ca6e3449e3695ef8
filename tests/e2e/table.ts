import { type Locator } from '@playwright/test';

const CELL = '[role="cell"], [role="gridcell"]';

/** A table's rows without its header: those that are in view, since tables draw no others. */
export function rowsOf(panel: Locator): Locator {
  return panel.getByRole('row').filter({ has: panel.page().locator(CELL) });
}

export function cellsOf(row: Locator): Locator {
  return row.locator(CELL);
}

/** A column's cells by its place from the left, 0 for the first. */
export function columnOf(panel: Locator, place: number): Locator {
  return rowsOf(panel).locator(`:is(${CELL}):nth-child(${place + 1})`);
}
