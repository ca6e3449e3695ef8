import { type Locator, type Page } from '@playwright/test';

/** The element with the focus: its name for a screen reader, and its position. */
export interface Focused {
  name: string;
  top: number;
  bottom: number;
  left: number;
}

/** After this many presses, something traps the focus. */
export const MOST_PRESSES = 80;

/** How far the label of a field is above it, in pixels. */
const LABEL = 32;

/** Everything in a part of a page that can have the focus. In a group of radio buttons, only one. */
const TAKES_KEYS =
  'a[href], button, select, textarea, input:not([type="radio"]), input[type="radio"]:checked, [tabindex="0"], summary';

/**
 * Presses Tab from `start` until the focus has left `part`.
 *
 * @returns the visited elements in order, and the HTML of elements that never had the focus
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
    // Grafana's own icons next to a label have no name, only a description.
    const isSign = (await focused.getAttribute('aria-describedby')) !== null && (await focused.evaluate(isDrawing));
    const name = /^- '?[\w-]+ "((?:[^"\\]|\\.)*)"/.exec(await focused.ariaSnapshot())?.[1] ?? '';
    visited.push({ name: isSign ? name || 'sign' : name, ...place });
    await page.keyboard.press('Tab');
  }
  return { visited, missed: await part.evaluate(neverFocused, TAKES_KEYS) };
}

/** Elements that come after one that is below them, or to their right in the same line. */
export function outOfOrder(visited: readonly Focused[]): string[] {
  return visited.slice(1).flatMap((one, place) => {
    const before = visited[place];
    // A label's explanation is above its field, so it is also above the previous field in the line.
    const isAbove = one.bottom <= before.top - LABEL;
    const isBeside = one.top < before.bottom && before.top < one.bottom;
    return isAbove || (isBeside && one.left < before.left) ? `${before.name} → ${one.name}` : [];
  });
}

/** Runs in the page. */
function isDrawing(element: Element): boolean {
  return element instanceof SVGElement;
}

/** Runs in the page. Marks the element as visited. */
function whereFocusIs(part: Element): Omit<Focused, 'name'> | null {
  const focused = document.activeElement;
  // The cross that clears a list is an SVG element.
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || !part.contains(focused)) {
    return null;
  }
  focused.dataset.visited = 'true';
  const { top, bottom, left } = focused.getBoundingClientRect();
  // The page scrolls to the focused element.
  const above = part.getBoundingClientRect().top;
  return { top: top - above, bottom: bottom - above, left };
}

/** Runs in the page: elements after the first visited one that never had the focus. */
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
