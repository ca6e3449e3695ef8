import { type Locator, type Page } from '@playwright/test';
import { dashboardAddress, metricRequests, panel } from './demo';
import { expect, type ServiceControl, settled, test } from './fixtures';
import { blueAround, tints } from './pixels';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NODE = 101;
const METRIC = 'response_time';

// Only the first panels are in view: the others stay unasked.
test.use({ viewport: { width: 1400, height: 400 } });

test('90 days of a slow service: the newest part first, what is to come is marked; a refresh reads only the newest', async ({
  page,
  service,
}) => {
  await service.suffer({ match: '^GET /v1/ad/metrics/', latency: 150 });
  const release = await holdOlderParts(page);
  const address = dashboardAddress('anomaly-monitoring-metric', { from: 0, to: 0 }, { node: NODE, metric: METRIC });
  await page.goto(address.replace('from=0&to=0', 'from=now-90d&to=now'));
  const box = panel(page, 'In its corridors');
  await expect(box).toHaveAttribute('data-state', 'Streaming');
  await expect.poll(() => blueAround(box, 0.96)).toBeGreaterThan(5);
  const coming = box.getByRole('button', { name: 'Annotation: Still loading' });
  await expect(coming).toHaveCount(1);
  const [plot, mark] = await Promise.all([box.locator('.u-over').boundingBox(), coming.boundingBox()]);
  expect(mark?.x).toBeCloseTo(plot?.x ?? 0, -1);
  expect(mark?.width).toBeGreaterThan(0.8 * (plot?.width ?? 0));
  expect(await blue(box, 0.3)).toBe(0);

  release();
  await settled(box);
  await expect(coming).toHaveCount(0);
  await service.recover();
  for (const share of [0.15, 0.3, 0.5, 0.7, 0.9, 0.96]) {
    expect(await blueAround(box, share)).toBeGreaterThan(5);
  }
  const asked = await metricRequests(service);
  expect(asked.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...asked.map(({ from, to }) => to - from))).toBeLessThanOrEqual(14 * DAY);

  await service.forget();
  await page.getByTestId('data-testid RefreshPicker run button').click();
  await expect.poll(async () => (await own(service)).length).toBeGreaterThan(0);
  await settled(box);
  const again = await own(service);
  expect(again).toHaveLength(1);
  expect(again[0].to - again[0].from).toBeLessThanOrEqual(4 * HOUR);
});

test('one part of seven that fails leaves the other six on screen, and the notice names the hole', async ({
  page,
  service,
}) => {
  const to = Math.floor(Date.now() / DAY) * DAY;
  const range = { from: to - 88 * DAY, to };
  const address = dashboardAddress('anomaly-monitoring-metric', range, { node: NODE, metric: METRIC });
  const box = panel(page, 'In its corridors');
  await page.goto(address);
  await settled(box);
  const parts = (await own(service)).sort((a, b) => a.from - b.from);
  expect(parts).toHaveLength(7);

  const lost = parts[3];
  await service.suffer({ match: `^GET ${escaped(lost.url)}$`, fail: 500 });
  await page.reload();
  await settled(box);
  await expect(box).toHaveAttribute('data-state', 'Done');
  const moment = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  const notice = box.getByLabel(/^Missing:/);
  await expect(notice).toHaveAttribute(
    'aria-label',
    new RegExp(`^Missing: ${moment(lost.from)} – ${moment(lost.to)}\\..*500`)
  );

  for (const part of parts) {
    const middle = await shareAt(box, (part.from + part.to) / 2, range);
    const drawn = await blueAround(box, middle);
    if (part === lost) {
      expect(drawn).toBe(0);
    } else {
      expect(drawn).toBeGreaterThan(5);
    }
  }
});

/** Lets the newest part of a metric through, and the others only once released. */
async function holdOlderParts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/v1\/ad\/metrics\//, async (route) => {
    const to = Date.parse(new URL(route.request().url()).searchParams.get('to') ?? '');
    if (to < Date.now() - 2 * HOUR) {
      await released;
    }
    await route.continue();
  });
  return release;
}

async function own(service: ServiceControl) {
  return (await metricRequests(service)).filter(
    ({ nodeId, metricId }) => nodeId === String(NODE) && metricId === METRIC
  );
}

/** Where a time stands on the canvas, whose plot begins right of its axis. */
function shareAt(box: Locator, time: number, { from, to }: { from: number; to: number }): Promise<number> {
  return box.locator('.u-over').evaluate(
    (over, at) => {
      const canvas = over.parentElement?.querySelector('canvas')?.getBoundingClientRect() as DOMRect;
      const { left, width } = over.getBoundingClientRect();
      return (left - canvas.left + at * width) / canvas.width;
    },
    (time - from) / (to - from)
  );
}

async function blue(box: Locator, share: number): Promise<number> {
  return (await tints(box, share)).blue;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
