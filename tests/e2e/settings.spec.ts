import { expect, test } from './fixtures';

const SETTINGS = '/connections/datasources/edit/anomaly-monitoring';

test.beforeEach(async ({ setSource }) => setSource({}));

test('Save & test says what it found', async ({ page }) => {
  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByTestId('test-result')).toContainText(/Active alerts: \d+.*Nodes named now: \d+/);
});

test('the token is replaced after Reset, and never comes back to the page', async ({ page }) => {
  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/Access token/).fill('not-a-token');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save & test' }).click();
  expect(await (await saved).text()).not.toContain('not-a-token');
  await expect(page.getByTestId('test-result')).toContainText(/401/);

  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/Access token/).fill('demo-token');
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(page.getByTestId('test-result')).not.toContainText(/401/);
});
