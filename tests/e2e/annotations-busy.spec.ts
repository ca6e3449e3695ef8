import { annotatedDashboard } from './annotations';
import { alertsIn, dashboardAddress, FROZEN, markersOf, NOW, panel, shares } from './demo';
import { expect, settled, test } from './fixtures';

const range = { from: Date.parse(NOW) - 86_400_000, to: Date.parse(NOW) };

test.use({ serviceFlags: [...FROZEN, '--busy'] });
test.beforeEach(async ({ page }) => page.clock.setFixedTime(NOW));

test('many alerts at once are marks where they began, so that the panel is not hidden', async ({
  page,
  service,
  request,
}) => {
  const alerts = await alertsIn(service, request, range);
  expect(alerts.length).toBeGreaterThan(20);
  // One that began before the range has its mark at the range's start.
  const began = alerts.map(({ firstSeenAt }) => Math.max(range.from, Date.parse(firstSeenAt)));
  expect(began).toContain(range.from);
  await page.goto(dashboardAddress(await annotatedDashboard(page, {}), range));
  const box = await settled(panel(page, 'Counts'));
  await expect(box.getByTestId('annotation-marker')).toHaveCount(began.length);
  const expected = shares(
    began.map((time) => ({ from: time, to: time })),
    range
  );
  for (const [i, { from, to }] of (await markersOf(box)).entries()) {
    expect(from).toBe(to);
    expect(Math.abs(from - expected[i].from)).toBeLessThan(0.01);
  }
});
