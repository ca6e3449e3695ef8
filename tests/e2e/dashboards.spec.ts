import { expect, test } from './fixtures';
import { inGrafana } from './house';
import { expectNoIds } from './identifiers';
import { quiet } from './quiet';
import { inLight, violations } from './violations';

/**
 * Grafana's own parts: the filter in a table's header, the scrolling of its body, the refresh interval's button, and a
 * legend's (13.2).
 */
const OF_GRAFANA =
  /headerFilter|^scrollable-region-focusable .*scrollbar-view|RefreshPicker|^label-content-name-mismatch .*LegendLabel/;

// Tall enough that every panel is in view and sends its requests.
test.use({ viewport: { width: 1400, height: 3600 } });

/**
 * The most requests in addition to metric data, when a dashboard is opened and on a refresh. A report reads the events of
 * each of its alerts once.
 */
const BUDGETS = { overview: [80, 12], alert: [70, 12], metric: [20, 12], report: [250, 12] };

// Each shipped dashboard is loaded once, and all its requirements are checked on that page.
for (const [name, [opened, refreshed]] of Object.entries(BUDGETS)) {
  test(`the shipped dashboard "${name}"`, { tag: '@smoke' }, async ({ page, stage, service }) => {
    // One page with many checks.
    test.setTimeout(inGrafana ? 720_000 : 300_000);
    await stage.dashboard(`anomaly-monitoring-${name}`, { params: { refresh: '' } });
    const first = await quiet(stage, service);

    await test.step('each metric is requested once, with few other requests, and none is refused', () => {
      expect(first.besides.length, first.besides.join('\n')).toBeLessThanOrEqual(opened);
      expect(first.refused).toEqual([]);
    });

    await test.step('every panel has an answer', async () => {
      for (const panel of await stage.panels().all()) {
        await stage.settled(panel);
        await expect(panel.getByTestId('data-testid Panel status error')).toHaveCount(0);
      }
    });

    await test.step('no identifier is in the first four columns of any table', async () => {
      const tables = await stage
        .panels()
        .filter({ has: page.getByRole('columnheader') })
        .all();
      expect(tables.length).toBeGreaterThan(1);
      for (const table of tables) {
        await expectNoIds(table);
      }
    });

    await test.step('a refresh requests less', async () => {
      await service.forget();
      await stage.refresh();
      const second = await quiet(stage, service);
      expect(second.besides.length, second.besides.join('\n')).toBeLessThanOrEqual(refreshed);
      // A ranking reads its metrics after its lists. By then, a metric may have new steps. Trends of incidents read their
      // first metrics at 1m, which for some is also the granularity of the ranking.
      expect(second.data.length, second.data.join('\n')).toBeLessThanOrEqual(second.read.size + 5);
      expect(second.refused).toEqual([]);
    });

    // In a Grafana, most of the page is Grafana's. `npm test` checks one theme, and `npm test -- --all` both.
    for (const theme of inGrafana ? [] : ['Dark', ...(process.env.SMOKE ? [] : ['Light'])]) {
      await test.step(`it is accessible: ${theme}`, async () => {
        if (theme === 'Light') {
          await inLight(page);
          await quiet(stage, service);
        }
        expect((await violations(page, 'body')).filter((line) => !OF_GRAFANA.test(line))).toEqual([]);
      });
    }
  });
}
