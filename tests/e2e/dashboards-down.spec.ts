import { expect, test } from './fixtures';
import { greenPixels } from './screen';
import { type Stage } from './stage';
import { english } from '../support/english';

/** Each dashboard, with the panel that answers its first question. */
const SHIPPED = [
  ['overview', 'What is wrong'],
  ['alert', 'This alert'],
  ['metric', 'Summary'],
  ['report', 'Summary'],
] as const;
/** Words of good news. None may appear while nothing is known. */
const GOOD_NEWS = /no alert|no anomal|nothing was outside|all is well|inside/i;
/** Grafana's row filter reports that there are no rows to filter, and its variables report that they have no values. */
const OF_NO_ANSWER = [/FilterByValue/, /SceneVariableSet updateAndValidate error/];
const FAULTS = [
  ['forbids', { fail: 403 }, /403/, 'refuses'],
  ['gives no connection', { fail: 'refuse' }, /could not reach/, /no response|refuses/],
  ['is overloaded', { fail: 503 }, /503/, 'refuses'],
] as const;

/** Without automatic refresh. */
const STILL = { refresh: '' };

test.use({ viewport: { width: 1400, height: 2600 } });

async function expectNothingGood(stage: Stage) {
  const seen = await stage.panels().allInnerTexts();
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.filter((text) => GOOD_NEWS.test(text))).toEqual([]);
  // A panel that is still loading has a green dot of Grafana.
  await expect.poll(() => greenPixels(stage)).toBe(0);
}

// Each dashboard is loaded once, while the service hangs, and then gets one fault after another.
for (const [name, first] of SHIPPED) {
  test(`"${name}" without an answer: a readable error, nothing green, no good news`, async ({
    page,
    stage,
    service,
    expected,
  }) => {
    test.slow();
    // 504 of requests that were under way until the proxy's time limit.
    expected.statuses.push(403, 502, 503, 504);
    expected.console.push(...OF_NO_ANSWER);
    // A service that hangs doesn't notice aborted requests, and still counts them.
    expected.atOnce = 8;
    await service.suffer({ fail: 'hang' });
    await stage.dashboard(`anomaly-monitoring-${name}`, { range: { from: 'now-6h', to: 'now' }, params: STILL });
    const panel = stage.panel(first);

    await test.step('while the service hangs', async () => {
      await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
      await page.waitForTimeout(3000);
      await expectNothingGood(stage);
    });

    for (const [word, fault, sentence, shown] of FAULTS) {
      await test.step(`while the service ${word}`, async () => {
        await service.suffer(fault);
        // A refresh continues requests that still hang, so that only a later one gets the fault.
        await expect(async () => {
          // Without the service, there is no alert or metric to select. Only a new page requests them again, and a query
          // that is stopped by that repeats the last failure.
          if (name === 'alert' || name === 'metric') {
            await page.reload();
            await stage.noticed(panel, sentence, 15_000);
          } else {
            await stage.refresh();
            // Meanwhile, the panel has the earlier failure, and another refresh would restart the query.
            await expect.poll(() => stage.failed(panel), { timeout: 15_000 }).toMatch(sentence);
          }
          if (name === 'overview') {
            await expect(stage.panel('Active')).toContainText(shown, { timeout: 15_000 });
          }
        }).toPass({ timeout: 90_000 });
        await expectNothingGood(stage);
      });
    }
  });
}

test('the overview of a slow service: no good news before it is known', async ({ stage, service }) => {
  await service.suffer({ latency: 2500 });
  await stage.dashboard('anomaly-monitoring-overview', { params: STILL });
  await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
  await expectNothingGood(stage);
  await expect(stage.panel('Active')).toContainText('responds', { timeout: 60_000 });
});

test('a service that stops responding: the overview reports it, with the time of its data', async ({
  stage,
  service,
  expected,
}) => {
  test.slow();
  expected.statuses.push(403);
  await stage.dashboard('anomaly-monitoring-overview', { params: STILL });
  const state = await stage.settled(stage.panel('Active'));
  await expect(state).toContainText('responds');
  await service.suffer({ fail: 403 });
  // An answer serves for five seconds.
  await expect(async () => {
    await stage.refresh();
    await expect(state).toContainText('refuses', { timeout: 3000 });
  }).toPass({ timeout: 120_000 });
  expect(await stage.failed(state)).toMatch(
    new RegExp(`403.*${english('answer.last-read', { time: '\\d\\d:\\d\\d' })}`)
  );
});
