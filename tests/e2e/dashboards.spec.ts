import { expect, test } from './fixtures';

const SHIPPED = ['overview', 'alert', 'metric', 'report'];

for (const name of SHIPPED) {
  test(`the shipped dashboard "${name}" has an answer in every panel`, async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 3000 });
    await page.goto(`/d/anomaly-monitoring-${name}`);
    const panels = page.getByTestId('panel');
    await expect(panels.first()).toHaveAttribute('data-state', 'Done');
    for (const panel of await panels.all()) {
      await expect(panel, (await panel.getAttribute('data-panel-title')) ?? '').toHaveAttribute('data-state', 'Done');
    }
  });
}

test('a metric in a table leads to the dashboard that draws it', async ({ page }) => {
  await page.goto('/d/anomaly-monitoring-overview');
  const table = page.locator('[data-panel-title="Most outside their corridors"]');
  const link = table.getByRole('link').first();
  const metric = await link.textContent();
  await link.click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric.*var-node=/);
  await expect(page.getByTestId('panel').first()).toHaveAttribute('data-state', 'Done');
  await expect(page.locator('main')).toContainText(metric ?? '');
});

test('the theme changes on the spot, and the panels with it', async ({ page }) => {
  await page.goto('/?theme=dark');
  await expect(page.getByTestId('panel').first()).toHaveAttribute('data-state', 'Done');
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expect(page).toHaveURL(/theme=light/);
  await expect(page.getByTestId('panel').first()).toHaveAttribute('data-state', 'Done');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});
