import { expect, test } from './fixtures';

const OVERVIEW = 'anomaly-monitoring-overview';

test('an overloaded service gets few requests for all panels together, and panels show the time of the next attempt', async ({
  stage,
  service,
  expected,
}) => {
  test.slow();
  expected.statuses.push(503);
  await service.suffer({ fail: 503 });
  await stage.dashboard(OVERVIEW);
  const active = stage.panel('What is wrong');
  expect(await stage.failed(active, 60_000)).toMatch(/overloaded or unavailable \(503\).*Try again after [\d:]{8}/);
  expect((await service.requests()).length).toBeLessThanOrEqual(12);

  await service.recover();
  await stage.refresh();
  await expect(active.getByRole('link').first()).toBeVisible({ timeout: 60_000 });
  await stage.settled(active);
  await expect(active.getByTestId('data-testid Panel status error')).toHaveCount(0);
});

test('an answer of another shape is an error that explains it, not an empty list', async ({ stage, service }) => {
  await service.suffer({ operation: ['v2ListAlerts', 'exploreAlerts'], body: { status: 'ok' } });
  await stage.dashboard(OVERVIEW);
  expect(await stage.failed(stage.panel('What is wrong'))).toMatch(/Unexpected response from .*: unknown format/);
});
