import { type Locator, type Page } from '@playwright/test';

/** Drags across a panel's plot. `from` and `to` are shares of its width. */
export async function drag(page: Page, panel: Locator, from: number, to: number) {
  const plot = panel.locator('.u-over');
  // Waits until the plot no longer moves: an editor that loads later pushes it down.
  await plot.hover();
  const box = await plot.boundingBox();
  const { x, y, width, height } = box as NonNullable<typeof box>;
  await page.mouse.move(x + width * from, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * ((from + to) / 2), y + height / 2);
  await page.mouse.move(x + width * to, y + height / 2);
  await page.mouse.up();
}
