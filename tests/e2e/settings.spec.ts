import { type Page } from '@playwright/test';
import { expect, test } from './fixtures';

const result = (page: Page) => page.locator('[data-testid^="data-testid Alert "]').last();
const saveAndTest = (page: Page) => page.getByRole('button', { name: 'Save & test' }).click();

test('Save & test says what it found', async ({ page, stage }) => {
  await stage.settings();
  await saveAndTest(page);
  await expect(result(page)).toContainText(/Active alerts: \d+.*Nodes named now: \d+/);
});

test('the token is replaced after Reset, and never comes back to the page', async ({ page, stage, expected }) => {
  expected.statuses.push(400);
  await stage.source({});
  await stage.settings();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/Access token/).fill('not-a-token');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await saveAndTest(page);
  expect(await (await saved).text()).not.toContain('not-a-token');
  await expect(result(page)).toContainText(/401/);

  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/Access token/).fill('demo-token');
  await saveAndTest(page);
  await expect(result(page)).toContainText(/Active alerts/);
});
