import { expect, test } from './fixtures';

const DAY = 24 * 3_600_000;
const METRIC = { node: '101', metric: 'response_time' };
const STILL = { refresh: '' };

test.use({ viewport: { width: 1400, height: 2000 } });

test('a metric whose newest part cannot be read: its current state is unknown', async ({
  stage,
  service,
  expected,
}) => {
  expected.statuses.push(500);
  // The part that ends today, in a range with several parts.
  await service.suffer({ match: `ad/metrics/101/.*to=${new Date().toISOString().slice(0, 10)}`, fail: 500 });
  await stage.dashboard('anomaly-monitoring-metric', {
    range: { from: 'now-20d', to: 'now' },
    variables: METRIC,
    params: STILL,
  });
  await expect(await stage.settled(stage.panel('Summary'))).toContainText(/stateunknown/);
});

test('a past range shows no current state', async ({ stage }) => {
  const now = Date.now();
  await stage.dashboard('anomaly-monitoring-metric', {
    range: { from: now - 6 * DAY, to: now - 3 * DAY },
    variables: METRIC,
    params: STILL,
  });
  const words = await stage.settled(stage.panel('Summary'));
  await expect(words).toContainText(/inside|outside/);
  await expect(words).not.toContainText(/\bNow\b/i);
});
