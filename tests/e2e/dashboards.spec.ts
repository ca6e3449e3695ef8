import { expect, test } from './fixtures';

const SHIPPED = ['overview', 'alert', 'metric', 'report'];

for (const name of SHIPPED) {
  test(`the shipped dashboard "${name}" has an answer in every panel`, async ({ page, stage }) => {
    await page.setViewportSize({ width: 1400, height: 3000 });
    await stage.dashboard(`anomaly-monitoring-${name}`);
    await stage.settled(stage.panels().first());
    for (const panel of await stage.panels().all()) {
      await stage.settled(panel);
      await expect(panel.getByTestId('data-testid Panel status error')).toHaveCount(0);
    }
  });
}

test('a metric in a table leads to the dashboard that draws it', async ({ page, stage }) => {
  await stage.dashboard('anomaly-monitoring-overview');
  const table = await stage.settled(stage.panel('Most outside their corridors'));
  const link = table.getByRole('link').first();
  const metric = await link.textContent();
  await link.click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric.*var-node=/);
  await stage.settled(stage.panel('Against its corridors'));
  await expect(page.locator('main').first()).toContainText(metric ?? '');
});
