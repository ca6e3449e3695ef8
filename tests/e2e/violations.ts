import { AxeBuilder } from '@axe-core/playwright';
import { type Page } from '@playwright/test';

/** WCAG 2.0 to 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of these rules within an element, one line per rule and element. */
export async function violations(page: Page, within: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(WCAG).include(within).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} ${target.join(' ')} ${html}`));
}

/** Shows the page in the light theme, after a reload. */
export async function inLight(page: Page) {
  const url = new URL(page.url());
  url.searchParams.set('theme', 'light');
  await page.goto(url.href);
}
