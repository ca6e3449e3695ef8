import { activeAlerts } from './demo';
import { expect, test } from './fixtures';
import { quiet } from './quiet';

// Tall enough that every panel is in view and sends its requests.
test.use({ viewport: { width: 1400, height: 3600 } });

test('an alert with a single metric sends few requests, even with refreshes that look further back', async ({
  stage,
  service,
  request,
  expected,
}) => {
  test.slow();
  // Its points may be farther apart than the first request expects.
  expected.statuses.push(400);
  const { id } = (await activeAlerts(service, request)).find(({ metrics }) => metrics.length === 1)!;
  await service.forget();
  await stage.dashboard('anomaly-monitoring-alert', { params: { 'var-alert': id, refresh: '' } });
  const { besides } = await quiet(stage, service);
  expect(besides.length, besides.join('\n')).toBeLessThanOrEqual(70);
  for (let refresh = 0; refresh < 3; refresh++) {
    await service.forget();
    await stage.refresh();
    const again = await quiet(stage, service);
    expect(again.besides.length, again.besides.join('\n')).toBeLessThanOrEqual(12);
  }
});

// 200 for the ranking and graphs, and one for each metric that is checked as a blind spot.
test('five years on the overview: at most 250 requests for metric data', async ({ stage, service }) => {
  test.slow();
  await stage.dashboard('anomaly-monitoring-overview', {
    range: { from: 'now-5y', to: 'now' },
    params: { refresh: '' },
  });
  expect((await quiet(stage, service)).data.length).toBeLessThanOrEqual(250);
});
