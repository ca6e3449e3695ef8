import { dashboardAddress, panel } from './demo';
import { expect, settled, test } from './fixtures';

const HOUR = 3_600_000;

/** A metric that no alert of the last day names, as the demo service has them. */
const UNLISTED = { node: '104', metric: 'queries' };

test('the metric that was opened stays, in the list or not, over refresh, another range and a zoom', async ({
  page,
  service,
}) => {
  await page.goto('/d/anomaly-monitoring-metric?var-node=104&var-metric=queries&from=now-6h&to=now&refresh=');
  const corridors = await settled(panel(page, 'In its corridors'));
  await service.forget();
  await page.getByTestId('data-testid RefreshPicker run button').click();
  await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
  await settled(corridors);

  const plot = corridors.locator('.u-over');
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d{13}|from=\d{4}-/);
  await settled(corridors);

  await expect(page).toHaveURL(/var-node=104&.*var-metric=queries|var-metric=queries&.*var-node=104/);
  const asked = (await service.requests()).map(({ url }) => url).filter((url) => url.includes('/ad/metrics/'));
  expect(asked.length).toBeGreaterThan(0);
  const own = asked.filter((url) => url.includes(`/${UNLISTED.node}/`));
  expect(own.length).toBe(asked.length);
});

test('an alert that ended days ago stays the subject when the range becomes today', async ({
  page,
  service,
  request,
}) => {
  const now = Date.now();
  const params = {
    from: new Date(now - 30 * 24 * HOUR).toISOString(),
    to: new Date(now - 5 * 24 * HOUR).toISOString(),
  };
  const found = await request.get(`${service.url}/v2/alerts/explore`, {
    headers: { authorization: 'Bearer demo-token' },
    params,
  });
  const ended = (
    (await found.json()) as { items: Array<{ id: string; active: boolean; lastSeenAt: string }> }
  ).items.find(({ active, lastSeenAt }) => !active && Date.parse(lastSeenAt) < now - 5 * 24 * HOUR)!;
  const past = Date.parse(ended.lastSeenAt);
  await page.goto(
    dashboardAddress('anomaly-monitoring-alert', { from: past - 6 * HOUR, to: past + HOUR }, { alert: ended.id })
  );
  await settled(panel(page, 'This alert'));
  await service.forget();
  await page.getByRole('button', { name: /Time range selected/ }).click();
  await page.getByText('Last 24 hours').click();
  await expect(page).toHaveURL(/from=now-24h/);
  await settled(panel(page, 'This alert'));
  await expect(page).toHaveURL(new RegExp(`var-alert=${ended.id}`));
  const events = (await service.requests()).map(({ url }) => url).filter((url) => url.includes('/events'));
  expect(events.filter((url) => !url.includes(ended.id))).toEqual([]);
});
