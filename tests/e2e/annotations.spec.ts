import { type Locator } from '@playwright/test';
import { annotatedDashboard } from './annotations';
import { activeAlerts, alertsIn, type DemoAlert, FROZEN, mostAtOnce, NOW, type Span, spanOf, titleOf } from './demo';
import { expect, test } from './fixtures';
import { markersOf, marks, shares, tell } from './marks';
import { english } from '../support/english';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A handle is wider than a short span, and is placed on whole pixels. */
const PIXELS = 0.01;

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test(
  'one region per alert of the range, and no others',
  { tag: '@smoke' },
  async ({ page, stage, service, request }) => {
    const { range, alerts } = await quietRange((span) => alertsIn(service, request, span));
    await stage.dashboard(annotatedDashboard({}), { range });
    const box = await stage.settled(stage.panel('Counts'));
    await expect(marks(box)).toHaveCount(alerts.length);
    await expectSpans(
      box,
      alerts.map((alert) => spanOf(alert, range)),
      range
    );
    const titles = await Promise.all(alerts.map((alert) => titleOf(service, request, alert)));
    const told = await tell(page, marks(box).first());
    await expect(told).toContainText(
      new RegExp(titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'))
    );
  }
);

test('a range that ends in the future shows an alert up to now', async ({ stage, service, request }) => {
  const now = Date.parse(NOW);
  const range = { from: now - 12 * HOUR, to: now + 12 * HOUR };
  const [alert] = await activeAlerts(service, request);
  const { nodeId, statTypeId } = alert.metrics[0];
  const own = await alertsIn(service, request, { ...range, to: now }, { nodeId, statTypeId });
  await stage.dashboard('anomaly-monitoring-metric', {
    range,
    variables: { node: nodeId, metric: statTypeId, overlay: 'alerts' },
  });
  const box = await stage.settled(stage.panel('Value and corridors'));
  await expectSpans(
    box,
    // The last mark is the current time.
    [...own.map((one) => spanOf(one, { ...range, to: now })), { from: now, to: now }],
    range
  );
});

test('a mark links to the Alert dashboard, with the time of its alert', async ({ page, stage, service, request }) => {
  const { range, alerts } = await quietRange((span) => alertsIn(service, request, span));
  await stage.dashboard(annotatedDashboard({}), { range });
  const box = await stage.settled(stage.panel('Counts'));
  let href: string | null = null;
  await expect(async () => {
    const tooltip = await tell(page, marks(box).first());
    href = await tooltip
      .getByRole('link', { name: english('links.alert-dashboard') })
      .getAttribute('href', { timeout: 2000 });
  }).toPass();
  const { pathname, searchParams } = new URL(href ?? '', page.url());
  expect(pathname).toMatch(/\/d\/anomaly-monitoring-alert\/anomaly-alert$/);
  const alert = alerts.find(({ id }) => id === searchParams.get('var-alert'));
  expect(alert).toBeDefined();
  expect(Number(searchParams.get('from'))).toBeLessThan(Date.parse(alert?.firstSeenAt ?? ''));
});

async function expectSpans(box: Locator, spans: Span[], range: Span) {
  const expected = shares(spans, range);
  await expect(async () => {
    const drawn = await markersOf(box);
    expect(drawn).toHaveLength(expected.length);
    for (const [i, { from, to }] of expected.entries()) {
      expect(Math.abs(drawn[i].from - from)).toBeLessThan(PIXELS);
      expect(Math.abs(drawn[i].to - to)).toBeLessThan(PIXELS);
    }
  }).toPass();
}

/** The newest day with several active alerts, at most three of them at once, and one from before it. */
async function quietRange(read: (span: Span) => Promise<DemoAlert[]>): Promise<{ range: Span; alerts: DemoAlert[] }> {
  for (let to = Date.parse(NOW) - 5 * DAY; to > Date.parse(NOW) - 85 * DAY; to -= 6 * HOUR) {
    const range = { from: to - DAY, to };
    const alerts = await read(range);
    const spans = alerts.map((alert) => spanOf(alert, range));
    if (alerts.length >= 3 && mostAtOnce(spans) <= 3 && spans.some(({ from }) => from < range.from)) {
      return { range, alerts };
    }
  }
  throw new Error('The demo has no such day.');
}
