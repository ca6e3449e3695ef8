import { type Locator, type Page } from '@playwright/test';

/** Where the focus is: what a screen reader calls it, and whether it is in that part of the page. */
export interface Focused {
  name: string;
  top: number;
  bottom: number;
  left: number;
}

/** After so many presses something holds the focus. */
export const MOST_PRESSES = 80;

/** How far the label of a field is above it, in pixels. */
const LABEL = 32;

/** Whatever takes the keyboard in a part of a page; of a group of radio buttons one does. */
const TAKES_KEYS =
  'a[href], button, select, textarea, input:not([type="radio"]), input[type="radio"]:checked, [tabindex="0"], summary';

/**
 * Presses Tab from `start` in `part` on until the focus has left it.
 *
 * @returns if it was, in that order, and the names of what it never came to
 */
export async function tabThrough(page: Page, part: Locator, start: Locator) {
  await start.focus();
  const visited: Focused[] = [];
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const place = await part.evaluate(whereFocusIs);
    if (!place) {
      break;
    }
    const focused = page.locator(':focus');
    // Grafana's own icons next to a label have no name: what they tell describes them.
    const isSign = (await focused.getAttribute('aria-describedby')) !== null && (await focused.evaluate(isDrawing));
    const name = /^- '?[\w-]+ "((?:[^"\\]|\\.)*)"/.exec(await focused.ariaSnapshot())?.[1] ?? '';
    visited.push({ name: isSign ? name || 'sign' : name, ...place });
    await page.keyboard.press('Tab');
  }
  return { visited, missed: await part.evaluate(neverFocused, TAKES_KEYS) };
}

/** Those that come after one that is below or, in the same line, to the right of them. */
export function outOfOrder(visited: readonly Focused[]): string[] {
  return visited.slice(1).flatMap((one, place) => {
    const before = visited[place];
    // A label's explanation is above its field, and so above the field before it in the line.
    const isAbove = one.bottom <= before.top - LABEL;
    const isBeside = one.top < before.bottom && before.top < one.bottom;
    return isAbove || (isBeside && one.left < before.left) ? `${before.name} → ${one.name}` : [];
  });
}

/** Runs in the page. */
function isDrawing(element: Element): boolean {
  return element instanceof SVGElement;
}

/** Runs in the page. Notes on the element that it was there. */
function whereFocusIs(part: Element): Omit<Focused, 'name'> | null {
  const focused = document.activeElement;
  // The cross that empties a list is a drawing.
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || !part.contains(focused)) {
    return null;
  }
  focused.dataset.visited = 'true';
  const { top, bottom, left } = focused.getBoundingClientRect();
  // The page scrolls to what has the focus.
  const above = part.getBoundingClientRect().top;
  return { top: top - above, bottom: bottom - above, left };
}

/** Runs in the page: what comes after the first that had the focus, and never had it. */
function neverFocused(part: Element, takesKeys: string): string[] {
  const first = part.querySelector('[data-visited]');
  return Array.from(part.querySelectorAll<HTMLElement>(takesKeys))
    .filter(
      (one) =>
        first?.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING &&
        one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        one.dataset.visited !== 'true' &&
        one.checkVisibility({ visibilityProperty: true })
    )
    .map((one) => one.outerHTML.slice(0, 160));
}
