import { expect, type Locator, type Page } from '@playwright/test';
import { type Span } from './demo';
import { inGrafana } from './house';

/** The handles of the annotations below a panel's plot. */
export function marks(panel: Locator): Locator {
  return panel.getByTestId('data-testid annotation-marker');
}

/** Opens the tooltip of a handle. @returns the tooltip */
export async function tell(page: Page, mark: Locator): Promise<Locator> {
  if (inGrafana) {
    await mark.hover({ force: true });
    return page.getByTestId('annotation-marker');
  }
  const told = page.getByRole('tooltip');
  // Late titles redraw the marks, and the focus is lost.
  await expect(async () => {
    await mark.blur();
    await mark.focus();
    await expect(told.first()).toBeVisible({ timeout: 2000 });
    await page.waitForTimeout(500);
    expect(await told.count()).toBeGreaterThan(0);
  }).toPass();
  return told;
}

/** The places of a panel's annotations as shares of the plot's width, in time order. */
export function markersOf(panel: Locator): Promise<Span[]> {
  return panel.evaluate((box) => {
    const plot = (box.querySelector('.u-over') as Element).getBoundingClientRect();
    return [...box.querySelectorAll<HTMLElement>('[data-testid="data-testid annotation-marker"]')]
      .map((mark) => {
        const { left, width } = mark.getBoundingClientRect();
        // A moment's handle is a triangle without its own width, with the tip in the middle.
        const [from, wide] = mark.style.width === '' ? [left + width / 2, 0] : [left, width];
        return { from: (from - plot.left) / plot.width, to: (from + wide - plot.left) / plot.width };
      })
      .sort((a, b) => a.from - b.from || a.to - b.to);
  });
}

/** The places of spans in a range, cut to it, in the same form as from `markersOf`. */
export function shares(spans: Span[], { from, to }: Span): Span[] {
  const share = (time: number) => (Math.min(Math.max(time, from), to) - from) / (to - from);
  return spans
    .map((span) => ({ from: share(span.from), to: share(span.to) }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}
