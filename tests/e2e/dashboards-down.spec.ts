import { expect, test } from './fixtures';
import { greenPixels } from './screen';
import { type Stage } from './stage';
import { english } from '../support/english';

const SHIPPED = ['overview', 'alert', 'metric', 'report'];
/** Words that stand for good news; none of them may be read while nothing is known. */
const GOOD_NEWS = /no alert|no anomal|nothing was outside|all is well|inside/i;
/** Grafana's filter of rows says that there are none to filter, and its variables that they have no values. */
const OF_NO_ANSWER = [/FilterByValue/, /SceneVariableSet updateAndValidate error/];
const FAULTS = [
  ['forbids', { fail: 403 }, /403/, 'refuses'],
  ['gives no connection', { fail: 'refuse' }, /could not reach/, /no response|refuses/],
  ['is overloaded', { fail: 503 }, /503/, 'refuses'],
] as const;

/** Not refreshed by itself. */
const STILL = { refresh: '' };

test.use({ viewport: { width: 1400, height: 2600 } });

async function expectNothingGood(stage: Stage) {
  const seen = await stage.panels().allInnerTexts();
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.filter((text) => GOOD_NEWS.test(text))).toEqual([]);
  expect(await greenPixels(stage)).toBe(0);
}

// Each dashboard is loaded once, while the service hangs, and then meets one fault after another.
for (const name of SHIPPED) {
  test(`"${name}" without an answer: an error in words, nothing green, no good news`, async ({
    page,
    stage,
    service,
    expected,
  }) => {
    test.slow();
    expected.statuses.push(403, 502, 503);
    expected.console.push(...OF_NO_ANSWER);
    // A service that hangs does not notice either who has gone: what was given up still counts there.
    expected.atOnce = 8;
    await service.suffer({ fail: 'hang' });
    await stage.dashboard(`anomaly-monitoring-${name}`, { range: { from: 'now-6h', to: 'now' }, params: STILL });
    const state = stage.panel('Service');

    await test.step('while the service hangs', async () => {
      await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
      await page.waitForTimeout(3000);
      await expectNothingGood(stage);
      await expect(state).not.toContainText('responds');
    });

    for (const [word, fault, sentence, shown] of FAULTS) {
      await test.step(`while the service ${word}`, async () => {
        await service.suffer(fault);
        // A refresh continues what still hangs, so a later one meets the fault.
        await expect(async () => {
          await stage.refresh();
          await expect(state).toContainText(sentence, { timeout: 15_000 });
        }).toPass({ timeout: 90_000 });
        await expect(state).toContainText(shown);
        await expectNothingGood(stage);
      });
    }
  });
}

test('the overview of a slow service: nothing good is said before it is known', async ({ stage, service }) => {
  await service.suffer({ latency: 2500 });
  await stage.dashboard('anomaly-monitoring-overview', { params: STILL });
  await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
  await expectNothingGood(stage);
  await expect(stage.panel('Service')).toContainText('responds', { timeout: 60_000 });
});

test('a service that stops answering: the overview says so, and when it last did', async ({
  stage,
  service,
  expected,
}) => {
  test.slow();
  expected.statuses.push(403);
  await stage.dashboard('anomaly-monitoring-overview', { params: STILL });
  const state = await stage.settled(stage.panel('Service'));
  await expect(state).toContainText('responds');
  await stage.settled(stage.panel('Active now'));
  await service.suffer({ fail: 403 });
  await stage.refresh();
  await expect(state).toContainText('refuses');
  // When any panel last had an answer.
  await expect(state).toContainText(/\d\d:\d\d:\d\d/);
  expect(await stage.failed(stage.panel('Active now'))).toMatch(
    new RegExp(`403.*${english('answer.last-read', { time: '\\d\\d:\\d\\d' })}`)
  );
});
