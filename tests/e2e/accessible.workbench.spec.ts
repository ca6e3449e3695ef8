import { FROZEN, NOW } from './demo';
import { expect, test } from './fixtures';
import { inLight, violations } from './violations';

// Checks whole pages of the workbench against WCAG. dashboards.spec.ts checks the shipped dashboards.

/**
 * Grafana's own parts: the filter in a table's header, the scrolling of its body, the refresh interval's button, and a
 * legend's (13.2).
 */
const OF_GRAFANA =
  /headerFilter|^scrollable-region-focusable .*scrollbar-view|RefreshPicker|^label-content-name-mismatch .*LegendLabel/;

const PAGES = ['/explore', '/d/anomaly-monitoring-metric'];

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('the pages of the workbench', async ({ page, stage }) => {
  test.slow();
  for (const address of PAGES) {
    await page.goto(`${address}?theme=dark`);
    for (const theme of ['dark', 'light']) {
      await test.step(`${address}, ${theme}`, async () => {
        await expect(stage.panels().first()).toBeVisible();
        for (const panel of await stage.panels().all()) {
          await stage.settled(panel);
        }
        expect((await violations(page, 'body')).filter((line) => !OF_GRAFANA.test(line))).toEqual([]);
      });
      if (theme === 'dark') {
        await inLight(page);
      }
    }
  }
});
