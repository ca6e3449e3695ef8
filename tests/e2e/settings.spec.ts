import { type Page } from '@playwright/test';
import { expect, test } from './fixtures';

const result = (page: Page) => page.locator('[data-testid^="data-testid Alert "]').last();
const saveAndTest = (page: Page) => page.getByRole('button', { name: 'Save & test' }).click();

test('Save & test says what it found', { tag: '@smoke' }, async ({ page, stage }) => {
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

test('a client certificate is saved without a server name, which is then that of the URL', async ({
  page,
  stage,
  expected,
}) => {
  // What stands in the fields is no certificate.
  expected.statuses.push(400, 500, 502);
  await stage.source({});
  await stage.settings();
  await page.getByLabel('TLS Client Authentication').click({ force: true });
  await page.getByLabel('Client Certificate').fill('-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----');
  await page.getByLabel('Client Key').fill('-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----');
  await expect(page.getByLabel('Server name')).toHaveValue('');
  // Until it is saved the source that is put back after the test would not know of it.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await saveAndTest(page);
  const { jsonData, secureJsonData } = (await saved).request().postDataJSON();
  expect(jsonData).toMatchObject({ tlsAuth: true });
  expect(jsonData).not.toHaveProperty('serverName');
  expect(secureJsonData).toMatchObject({ tlsClientCert: expect.any(String), tlsClientKey: expect.any(String) });
  await expect(result(page)).toBeVisible();
});

test('the page fits a narrow screen', async ({ page, stage }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await stage.source({ jsonData: { tlsAuth: true, tlsAuthWithCACert: true } });
  await stage.settings();
  for (const section of ['Advanced HTTP settings', 'Reading data', 'Rarely needed']) {
    await page.getByRole('button', { name: `Expand section ${section}` }).click();
  }
  await page.getByRole('button', { name: 'Add header' }).click();
  await expect(page.getByLabel('Read again on refresh')).toBeVisible();
  const tooWide = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});
