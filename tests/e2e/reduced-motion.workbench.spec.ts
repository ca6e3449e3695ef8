import { type Page } from '@playwright/test';
import { FROZEN, NOW } from './demo';
import { queryRow } from './editor';
import { expect, test } from './fixtures';
import { EDITED_TYPES } from '../support/queryTypes';

// If the system is set to less motion, nothing of the plugin moves, even while everything is loading.

/**
 * Loading indicators are Grafana's own. They slow down by themselves, and have a meaning. Before its image has loaded, the
 * spinner only has its class.
 */
const OF_GRAFANA =
  '[data-testid="Spinner"], [data-testid="icon-spinner"], svg[class$="-Icon"], [aria-label*="oading bar"], [aria-busy="true"]';
const SLOW = { latency: [2000, 2500] };

test.use({ serviceFlags: FROZEN });
test('nothing of the plugin moves on a dashboard or in the editors', async ({ page, service, stage }) => {
  test.slow();
  await stage.setClock(NOW);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(watch, OF_GRAFANA);
  await service.suffer(SLOW);

  await page.goto('/d/anomaly-monitoring-metric');
  await stage.settled(stage.panels().first());
  expect(await moved(page)).toEqual([]);

  const queries = EDITED_TYPES.map((queryType, i) => ({ refId: String.fromCharCode(65 + i), queryType }));
  await stage.explore(queries);
  for (const i of queries.keys()) {
    await expect(queryRow(page, i).getByRole('combobox', { name: 'Query type' })).toBeVisible();
  }
  expect(await moved(page)).toEqual([]);

  await test.step('movement is detected', async () => {
    await page
      .locator('main')
      .first()
      .evaluate((main) => main.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 5000, iterations: Infinity }));
    await expect.poll(() => moved(page)).toEqual([expect.stringMatching(/^main/)]);
  });
});

/** Runs in the page: records in every frame which elements of the plugin move. */
function watch(ofGrafana: string) {
  const seen = new Set<string>();
  Object.assign(window, { moved: seen });
  const look = () => {
    for (const { effect } of document.getAnimations()) {
      const target = (effect as KeyframeEffect | null)?.target;
      if (target && !target.closest(ofGrafana)) {
        seen.add(`${target.localName}${target.className ? `.${target.getAttribute('class')}` : ''}`);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}

function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);
}
