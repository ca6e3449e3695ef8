import { expect, test } from './fixtures';
import { inGrafana } from './house';
import { expectNoIds } from './identifiers';
import { quiet } from './quiet';
import { violations } from './violations';

/** Parts of Grafana's: the filter in a table's head, how its body is scrolled, the button of the refresh interval, and a legend's (13.2). */
const OF_GRAFANA =
  /headerFilter|^scrollable-region-focusable .*scrollbar-view|RefreshPicker|^label-content-name-mismatch .*LegendLabel/;

// Tall enough that every panel is in view, and asks.
test.use({ viewport: { width: 1400, height: 3600 } });

/**
 * Requests besides metric data: when it is opened, and at a refresh. A report reads the course of each of its alerts once, a
 * verdict those of the similar alerts.
 */
const BUDGETS = { overview: [80, 12], alert: [70, 12], metric: [20, 12], report: [250, 12] };

// Each shipped dashboard is loaded once, and everything that it has to be is looked at on that one page.
for (const [name, [opened, refreshed]] of Object.entries(BUDGETS)) {
  test(`the shipped dashboard "${name}"`, { tag: '@smoke' }, async ({ page, stage, service }) => {
    // One page, looked at for long.
    test.setTimeout(inGrafana ? 720_000 : 300_000);
    await stage.dashboard(`anomaly-monitoring-${name}`, { params: { refresh: '' } });
    const first = await quiet(stage, service);

    await test.step('each metric is requested once, little besides, and nothing that is refused', () => {
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
      // A ranking reads its metrics once its lists are there: by then the newest steps of one may have moved on. Trends of
      // incidents read their first metrics at 1m, which for some is the granularity of the ranking.
      expect(second.data.length, second.data.join('\n')).toBeLessThanOrEqual(second.read.size + 5);
      expect(second.refused).toEqual([]);
    });

    // In a Grafana most of the page is not ours, and the theme does not change on the spot.
    for (const theme of inGrafana ? [] : ['Dark', 'Light']) {
      await test.step(`it is accessible: ${theme}`, async () => {
        if (theme === 'Light') {
          await page.getByRole('button', { name: 'Light theme' }).click();
          await quiet(stage, service);
        }
        expect((await violations(page, 'body')).filter((line) => !OF_GRAFANA.test(line))).toEqual([]);
      });
    }
  });
}
