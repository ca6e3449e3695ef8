import { expect, type Locator, type Page } from '@playwright/test';
import { inGrafana } from './house';

/** Follows a link of a table in Explore. Grafana opens it in a new tab, here it opens in this one. */
export async function follow(page: Page, link: Locator) {
  if (!inGrafana) {
    await link.click();
    return;
  }
  await expect(link).toHaveAttribute('href', /^\//);
  await page.goto((await link.getAttribute('href')) ?? '');
}
