import { AxeBuilder } from '@axe-core/playwright';
import { type Page } from '@playwright/test';

/** WCAG 2.0 to 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is wrong within an element by these rules, a line per rule and element. */
export async function violations(page: Page, within: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(WCAG).include(within).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} ${target.join(' ')} ${html}`));
}
