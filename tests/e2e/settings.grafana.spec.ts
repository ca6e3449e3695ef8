import { type Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { english } from '../support/english';

const result = (page: Page) => page.locator('[data-testid^="data-testid Alert "]').last();

/** Saves and tests. @returns the response to saving */
async function saveAndTest(page: Page) {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save & test' }).click();
  return saved;
}

async function enterToken(page: Page, token: string) {
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByLabel(/Access token/).fill(token);
}

// The page is loaded once. The message of Save & test must point to the mistake.
test('Save & test', async ({ page, stage, service, expected }) => {
  expected.statuses.push(400, 403, 404, 502);
  await stage.source({});
  await stage.settings();
  const url = page.getByLabel('Data source connection URL');

  await test.step('reports what it found', async () => {
    await saveAndTest(page);
    await expect(result(page)).toContainText(/Active alerts: \d+, nodes: \d+/);
  });

  await test.step('an address without a server', async () => {
    await url.fill('http://127.0.0.1:9');
    await saveAndTest(page);
    await expect(result(page)).toContainText(/could not reach the service/);
    await expect(result(page)).not.toContainText(/Active alerts: \d/);
  });

  await test.step('a path after the host, with a slash at its end, is kept', async () => {
    await service.forget();
    await url.fill(`${stage.serviceUrl}/behind/`);
    await saveAndTest(page);
    await expect(result(page)).toContainText(/404/);
    const asked = (await service.requests()).map((one) => one.url);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((one) => !one.startsWith('/behind/v'))).toEqual([]);
  });

  await test.step('another kind of service', async () => {
    await url.fill(stage.serviceUrl);
    await service.suffer({ body: '<html><body>Welcome</body></html>' });
    await saveAndTest(page);
    await expect(result(page)).toContainText(/Unexpected response.*points to the anomaly service/);
    await service.recover();
  });

  await test.step('a token without permission, and an unknown one, which never returns to the page', async () => {
    await enterToken(page, 'demo-token-forbidden');
    await saveAndTest(page);
    await expect(result(page)).toContainText(/403/);
    await enterToken(page, 'not-a-token');
    expect(await (await saveAndTest(page)).text()).not.toContain('not-a-token');
    await expect(result(page)).toContainText(/401/);
    await enterToken(page, 'demo-token');
    await saveAndTest(page);
    await expect(result(page)).toContainText(/Active alerts/);
  });
});

test('a client certificate is saved with its key', async ({ page, stage, expected }) => {
  // The text in the fields is not a certificate.
  expected.statuses.push(400, 500, 502);
  await stage.source({});
  await stage.settings();
  await page.getByLabel('TLS Client Authentication').click({ force: true });
  await page.getByLabel('ServerName').fill('monitoring.example.com');
  await page.getByLabel('Client Certificate').fill('-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----');
  await page.getByLabel('Client Key').fill('-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----');
  // Until it is saved, the restored source would not know about it.
  const { jsonData, secureJsonData } = (await saveAndTest(page)).request().postDataJSON();
  expect(jsonData).toMatchObject({ tlsAuth: true, serverName: 'monitoring.example.com' });
  expect(secureJsonData).toMatchObject({ tlsClientCert: expect.any(String), tlsClientKey: expect.any(String) });
  await expect(result(page)).toBeVisible();
});

test('the page fits a narrow screen', async ({ page, stage }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await stage.source({ jsonData: { tlsAuth: true, tlsAuthWithCACert: true, refreshOverlap: '5m' } });
  await stage.settings();
  for (const section of ['HTTP headers', 'Reading data']) {
    await page.getByRole('button', { name: `Expand section ${section}` }).click();
  }
  await page.getByRole('button', { name: 'Add header' }).click();
  await expect(page.getByLabel(english('config.overlap'))).toBeVisible();
  // Sections unfold.
  const tooWide = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
});
