import { expect, test } from './fixtures';
import { drag } from './mouse';

const HOUR = 3_600_000;

/** A metric of the demo service that is in no alert of the last day. */
const UNLISTED = { node: '104', metric: 'queries' };

test('the opened metric stays selected after a refresh, another range, and a zoom, even if it is not in the list', async ({
  page,
  stage,
  service,
}) => {
  await stage.dashboard('anomaly-monitoring-metric', {
    range: { from: 'now-6h', to: 'now' },
    variables: UNLISTED,
    params: { refresh: '' },
  });
  const corridors = await stage.settled(stage.panel('Value and corridors'));
  await service.forget();
  await stage.refresh();
  await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
  await stage.settled(corridors);

  await drag(page, corridors, 0.3, 0.6);
  await expect(page).toHaveURL(/from=\d{13}|from=\d{4}-/);
  await stage.settled(corridors);

  await expect(page).toHaveURL(/var-node=104&.*var-metric=queries|var-metric=queries&.*var-node=104/);
  const asked = (await service.requests()).map(({ url }) => url).filter((url) => url.includes('/ad/metrics/'));
  expect(asked.length).toBeGreaterThan(0);
  const own = asked.filter((url) => url.includes(`/${UNLISTED.node}/`));
  expect(own.length).toBe(asked.length);
});

test('an alert that ended days ago stays selected when the range changes to today', async ({
  page,
  stage,
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
  await stage.dashboard('anomaly-monitoring-alert', {
    range: { from: past - 6 * HOUR, to: past + HOUR },
    variables: { alert: ended.id },
  });
  await stage.settled(stage.panel('This alert'));
  await service.forget();
  await page.getByRole('button', { name: /Time range selected/ }).click();
  await page.getByText('Last 24 hours').click();
  await expect(page).toHaveURL(/from=now-24h/);
  await stage.settled(stage.panel('This alert'));
  await expect(page).toHaveURL(new RegExp(`var-alert=${ended.id}`));
  const events = (await service.requests()).map(({ url }) => url).filter((url) => url.includes('/events'));
  expect(events.filter((url) => !url.includes(ended.id))).toEqual([]);
});
