import { type Page } from '@playwright/test';
import { panel } from './demo';
import { expect, settled, test } from './fixtures';
import { greenPixels } from './screen';

const SHIPPED = ['overview', 'alert', 'metric', 'report'];
/** Words that stand for good news; none of them may be read while nothing is known. */
const GOOD_NEWS = /no alert|no anomal|nothing was outside|all is well|inside/i;

test.use({ viewport: { width: 1400, height: 2600 } });

async function expectNothingGood(page: Page) {
  const seen = await page.locator('[data-testid="panel"]').allInnerTexts();
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.filter((text) => GOOD_NEWS.test(text))).toEqual([]);
  expect(await greenPixels(page)).toBe(0);
}

for (const name of SHIPPED) {
  for (const [word, fault, sentence] of [
    ['forbids', { fail: 403 }, /403/],
    ['is overloaded', { fail: 503 }, /503/],
    ['gives no connection', { fail: 'refuse' }, /could not reach/],
  ] as const) {
    test(`"${name}" while the service ${word}: an error in words, nothing green, no good news`, async ({
      page,
      service,
    }) => {
      test.slow();
      await service.suffer(fault);
      await page.goto(`/d/anomaly-monitoring-${name}?from=now-6h&to=now&refresh=`);
      const state = panel(page, 'Service');
      await expect(state).toContainText('no answer', { timeout: 90_000 });
      await expect(state).toContainText(sentence);
      await expectNothingGood(page);
    });
  }

  test(`"${name}" while the service hangs: nothing green, no good news`, async ({ page, service }) => {
    await service.suffer({ fail: 'hang' });
    await page.goto(`/d/anomaly-monitoring-${name}?from=now-6h&to=now&refresh=`);
    await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
    await page.waitForTimeout(3000);
    await expectNothingGood(page);
    await expect(panel(page, 'Service')).not.toContainText('answers');
  });
}

test('the overview of a slow service: nothing good is said before it is known', async ({ page, service }) => {
  await service.suffer({ latency: 2500 });
  await page.goto('/d/anomaly-monitoring-overview?refresh=');
  await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
  await expectNothingGood(page);
  await expect(panel(page, 'Service')).toContainText('answers', { timeout: 60_000 });
});

test('a service that stops answering: the overview says so, and when it last did', async ({ page, service }) => {
  test.slow();
  await page.goto('/d/anomaly-monitoring-overview?refresh=');
  const state = await settled(panel(page, 'Service'));
  await expect(state).toContainText('answers');
  const [lastAnswer] = /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(await state.innerText()) ?? [];
  await settled(panel(page, 'Active now'));
  await service.suffer({ fail: 403 });
  await page.getByTestId('data-testid RefreshPicker run button').click();
  await expect(state).toContainText('no answer');
  await expect(state).toContainText(lastAnswer ?? 'a time');
  await expect(panel(page, 'Active now')).toContainText('unknown');
});
