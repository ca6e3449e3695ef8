import german from '../../src/locales/de-DE/anomaly-monitoring-datasource.json';
import { expect, test } from './fixtures';
import { marks } from './marks';
import { drag } from './mouse';
import { blueAround } from './pixels';

// Parts that only the workbench has: its landing page, its bar above all pages, and zooming without Grafana.

test('the first screen is the Overview, its lanes with a legend, in both themes', async ({ page, stage }) => {
  test.slow();
  await page.goto('/?theme=dark');
  await expect(page.getByRole('heading', { name: 'Anomaly Overview' })).toBeVisible();
  const lanes = await stage.settled(stage.panel('Outside their corridors'));
  await expect(lanes).toContainText('inside its corridors');
  await expect(lanes.locator('.uplot canvas')).toBeVisible();

  await page.goto('/?theme=light');
  await stage.settled(lanes);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});

test('a dashboard with a long value of a variable fits a narrow screen', async ({ page, stage }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/d/anomaly-monitoring-alert');
  await expect(stage.panel('This alert').getByRole('row').nth(1)).toBeVisible();
  await expect(stage.variable('Alert')).toContainText(' · ');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('a metric is drawn in its corridors, and can be zoomed', { tag: '@smoke' }, async ({ page, stage }) => {
  test.slow();
  await page.goto('/');
  await page.getByRole('tab', { name: 'Anomaly Metric' }).click();
  await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric/);
  const panel = await stage.settled(stage.panel('Value and corridors'));

  await test.step('the corridors fill the graph, and the alert is marked', async () => {
    // Much more blue than a line alone would have.
    for (const share of [0.15, 0.35, 0.55, 0.75]) {
      await expect.poll(() => blueAround(panel, share)).toBeGreaterThan(20);
    }
    await expect(marks(panel).first()).toBeVisible();
  });

  await test.step('dragging zooms, and the address contains the range', async () => {
    await drag(page, panel, 0.4, 0.5);
    await expect(page).toHaveURL(/from=\d{13}&to=\d{13}/);
    await stage.settled(panel);
    const zoomed = page.url();
    await page.getByRole('button', { name: 'Zoom out time range' }).click();
    await expect(page).not.toHaveURL(zoomed);
    await stage.settled(panel);
  });
});

test("the query row's question mark opens the help, and an example from it fills in the query", async ({ page }) => {
  await page.goto('/explore');
  await expect(page.getByRole('combobox', { name: 'Query type' })).toBeVisible();
  await page.getByRole('button', { name: 'Show data source help' }).click();
  const help = page.getByTestId('query-editor-help');
  await expect(help.getByRole('heading', { name: 'Examples' })).toBeVisible();
  await help.getByRole('button', { name: /The future corridors of a metric/ }).click();
  await expect(help).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Query type' })).toHaveValue('Forecast');
});

test('the language of the address changes the plugin’s texts, and is kept', async ({ page }) => {
  const { label } = german.editor.type;
  await page.goto('/explore?lang=de-DE');
  await expect(page.getByLabel(label)).toBeVisible();
  await page.goto('/explore');
  await expect(page.getByLabel(label)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
});
