import { type Page } from '@playwright/test';
import { expect, test } from './grafana';

/** Adds a data source from Grafana's list. @returns its uid */
async function addByHand(page: Page): Promise<string> {
  await page.goto('/connections/datasources/new');
  await page.getByRole('button', { name: /Anomaly Monitoring$/ }).click();
  await page.waitForURL(/\/datasources\/edit\/[^/?]/);
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

test('a data source that is added by hand reports a missing token, and works with one', async ({
  page,
  stage,
  house,
  expected,
  gotoDataSourceConfigPage,
}) => {
  expected.statuses.push(400);
  const uid = await addByHand(page);
  const config = await gotoDataSourceConfigPage(uid);
  await page.getByLabel('Data source connection URL').fill(stage.serviceUrl);
  await page.getByRole('button', { name: 'Save & test' }).click();
  await expect(config).toHaveAlert('error', { hasText: /token/i });
  await page.getByLabel(/^Access token/).fill('demo-token');
  await expect(config.saveAndTest({ path: '/v2/alerts' })).toBeOK();
  await expect(config).toHaveAlert('success', { hasText: /Active alerts: \d+/ });
  await house.api?.deleteSource(uid);
});

test('the provisioned data source works', async ({ house, readProvisionedDataSource, gotoDataSourceConfigPage }) => {
  const provisioned = await readProvisionedDataSource({ fileName: 'anomaly-monitoring.yaml' });
  const there = await house.api?.has(`/api/datasources/uid/${provisioned.uid}`);
  test.skip(!there, 'This Grafana was started without our provisioning folder.');
  const config = await gotoDataSourceConfigPage(provisioned.uid);
  await expect(config.saveAndTest({ path: '/v2/alerts' })).toBeOK();
  await expect(config).toHaveAlert('success', { hasText: /Active alerts: \d+/ });
});
