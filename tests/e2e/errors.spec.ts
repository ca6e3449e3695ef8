import { expect, settled, test } from './fixtures';

test('a refused token: the message says which token, and where to set it', async ({ page, setSource }) => {
  await page.goto('/');
  await settled(page.getByTestId('panel').first());
  await setSource({ accessToken: 'not-a-token' });
  await page.getByTestId('data-testid RefreshPicker run button').click();

  const panel = page.getByTestId('panel').first();
  await expect(panel).toHaveAttribute('data-state', 'Error');
  await panel.getByTestId('data-testid Panel status error').hover();
  await expect(page.getByRole('tooltip')).toContainText(
    /refused the access token \(401\).*settings of the data source "Anomaly Monitoring"/
  );
});

test('a service that is down: the message names the data source, and what was drawn stays', async ({
  page,
  service,
}) => {
  await page.goto('/');
  const panel = await settled(page.getByTestId('panel').first());
  await service.suffer({ fail: 'refuse' });
  await page.getByTestId('data-testid RefreshPicker run button').click();
  await expect(panel).toHaveAttribute('data-state', 'Error', { timeout: 40_000 });
  await panel.getByTestId('data-testid Panel status error').hover();
  await expect(page.getByRole('tooltip')).toContainText(/could not reach the service.*"Anomaly Monitoring"/);
});
