import { panel } from './demo';
import { expect, settled, test } from './fixtures';

const OVERVIEW = '/d/anomaly-monitoring-overview';

test('a service that is overloaded is asked a few times for all panels together, which say when it is asked again', async ({
  page,
  service,
}) => {
  test.slow();
  await service.suffer({ fail: 503 });
  await page.goto(OVERVIEW);
  const active = panel(page, 'Alerts of this range');
  await expect(active).toHaveAttribute('data-state', 'Error', { timeout: 60_000 });
  expect((await service.requests()).length).toBeLessThanOrEqual(12);
  await active.getByTestId('data-testid Panel status error').hover();
  await expect(page.getByRole('tooltip')).toContainText(
    /overloaded or unavailable \(503\).*asked again from [\d:]{8} on/
  );

  await service.recover();
  await page.getByTestId('data-testid RefreshPicker run button').click();
  await expect(active).toHaveAttribute('data-state', 'Done', { timeout: 60_000 });
});

test('an answer of another shape is an error that says so, and no empty list', async ({ page, service }) => {
  await service.suffer({ operation: ['v2ListAlerts', 'exploreAlerts'], body: { status: 'ok' } });
  await page.goto(OVERVIEW);
  const active = await settled(panel(page, 'Alerts of this range'));
  await expect(active).toHaveAttribute('data-state', 'Error');
  await active.getByTestId('data-testid Panel status error').hover();
  await expect(page.getByRole('tooltip')).toContainText(/not one of the anomaly service: it is no list/);
});
