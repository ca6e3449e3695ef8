import { type Page } from '@playwright/test';
import { expect, test } from './fixtures';

// Save & test where something is wrong: what is said must lead to what is wrong.

const result = (page: Page) => page.locator('[data-testid^="data-testid Alert "]').last();

async function saveAndTest(page: Page) {
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(result(page)).toBeVisible();
}

test('an address where nothing listens', async ({ page, stage, expected }) => {
  expected.statuses.push(502);
  await stage.source({ url: 'http://127.0.0.1:9' });
  await stage.settings();
  await saveAndTest(page);
  await expect(result(page)).toContainText(/could not reach the service/);
  await expect(result(page)).not.toContainText(/Active alerts: \d/);
});

test('a service that is not ours', async ({ page, stage, service, expected }) => {
  expected.statuses.push(404);
  await service.suffer({ body: '<html><body>Welcome</body></html>' });
  await stage.source({});
  await stage.settings();
  await saveAndTest(page);
  await expect(result(page)).toContainText(/Unexpected response.*points to the anomaly service/);
});

test('a token that is not permitted', async ({ page, stage, expected }) => {
  expected.statuses.push(403);
  await stage.source({ accessToken: 'demo-token-forbidden' });
  await stage.settings();
  await saveAndTest(page);
  await expect(result(page)).toContainText(/403/);
});

test('a path behind the host, with a slash at its end, is kept', async ({ page, stage, service, expected }) => {
  expected.statuses.push(404);
  await stage.source({ url: `${stage.serviceUrl}/behind/` });
  await stage.settings();
  await saveAndTest(page);
  await expect(result(page)).toContainText(/404/);
  const asked = (await service.requests()).map(({ url }) => url);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => !url.startsWith('/behind/v'))).toEqual([]);
});
