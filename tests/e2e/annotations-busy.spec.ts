import { annotatedDashboard } from './annotations';
import { alertsIn, FROZEN, NOW } from './demo';
import { expect, test } from './fixtures';
import { markersOf, marks, shares } from './marks';

const range = { from: Date.parse(NOW) - 86_400_000, to: Date.parse(NOW) };

test.use({ serviceFlags: [...FROZEN, '--busy'] });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('many simultaneous alerts are marks at their starts, so that the panel stays visible', async ({
  stage,
  service,
  request,
}) => {
  const alerts = await alertsIn(service, request, range);
  expect(alerts.length).toBeGreaterThan(20);
  // An alert that began before the range has its mark at the range's start.
  const began = alerts.map(({ firstSeenAt }) => Math.max(range.from, Date.parse(firstSeenAt)));
  expect(began).toContain(range.from);
  await stage.dashboard(annotatedDashboard({}), { range });
  const box = await stage.settled(stage.panel('Counts'));
  await expect(marks(box)).toHaveCount(began.length);
  const expected = shares(
    began.map((time) => ({ from: time, to: time })),
    range
  );
  for (const [i, { from, to }] of (await markersOf(box)).entries()) {
    expect(from).toBe(to);
    expect(Math.abs(from - expected[i].from)).toBeLessThan(0.01);
  }
});
