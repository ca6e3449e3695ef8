import { type Locator, type Page } from '@playwright/test';
import { metricRequests } from './demo';
import { expect, test } from './fixtures';
import { marks, tell } from './marks';
import { blueAround, tints } from './pixels';
import { type ServiceControl } from './service-control';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NODE = 101;
const METRIC = 'response_time';
/** The granularity of a graph of several months. */
const OF_GRAPH = '1h';

// Only the first panels are in view. The others send no requests.
test.use({ viewport: { width: 1400, height: 400 } });

test('90 days of a slow service: the newest part is first, missing parts are marked, and a refresh only reads the newest', async ({
  page,
  stage,
  service,
}) => {
  await service.suffer({ match: '^GET /v1/ad/metrics/', latency: 150 });
  const release = await holdOlderParts(page);
  const range = { from: 'now-90d', to: 'now' };
  await stage.dashboard('anomaly-monitoring-metric', {
    range,
    variables: { node: NODE, metric: METRIC, overlay: 'none' },
  });
  const box = stage.panel('Value and corridors');
  await stage.streaming(box);
  await expect.poll(() => blueAround(box, 0.96)).toBeGreaterThan(5);
  const coming = marks(box);
  await expect(coming).toHaveCount(1);
  // Data of other panels redraws the mark.
  await expect(async () => {
    await expect(await tell(page, coming)).toContainText('Loading', { timeout: 2000 });
    const [plot, mark] = await Promise.all([box.locator('.u-over').boundingBox(), coming.boundingBox()]);
    expect(mark?.x).toBeCloseTo(plot?.x ?? 0, -1);
    expect(mark?.width).toBeGreaterThan(0.8 * (plot?.width ?? 0));
  }).toPass({ timeout: 30_000 });
  expect(await blue(box, 0.3)).toBe(0);

  release();
  await stage.settled(box);
  await expect(coming).toHaveCount(0);
  await service.recover();
  for (const share of [0.15, 0.3, 0.5, 0.7, 0.9, 0.96]) {
    expect(await blueAround(box, share)).toBeGreaterThan(5);
  }
  const asked = await metricRequests(service);
  expect(asked.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...asked.map(({ from, to }) => to - from))).toBeLessThanOrEqual(14 * DAY);

  await service.forget();
  await stage.refresh();
  await expect.poll(async () => (await own(service)).length).toBeGreaterThan(0);
  await stage.settled(box);
  const again = await own(service);
  // One for the graph, and one for each granularity of the sentence above it, which needs finer data.
  expect(again.filter(({ granularity }) => granularity === OF_GRAPH)).toHaveLength(1);
  // The panel of 30 days has its own range, which ends a moment later. It may read the newest points again.
  expect(new Set(again.map(({ granularity, to }) => `${granularity} ${to}`)).size).toBe(again.length);
  expect(again.length).toBeLessThanOrEqual(4);
  expect(Math.max(...again.map(({ from, to }) => to - from))).toBeLessThanOrEqual(4 * HOUR);
});

test('one failing part of seven keeps the other six on screen, and the notice names its time', async ({
  page,
  stage,
  service,
  expected,
}) => {
  expected.statuses.push(500);
  const to = Math.floor(Date.now() / DAY) * DAY;
  const range = { from: to - 88 * DAY, to };
  const box = stage.panel('Value and corridors');
  await stage.dashboard('anomaly-monitoring-metric', { range, variables: { node: NODE, metric: METRIC } });
  await stage.settled(box);
  const parts = (await own(service))
    .filter(({ granularity }) => granularity === OF_GRAPH)
    .sort((a, b) => a.from - b.from);
  expect(parts).toHaveLength(7);

  const lost = parts[3];
  await service.suffer({ match: `^GET ${escaped(lost.url)}$`, fail: 500 });
  await page.reload();
  await stage.settled(box);
  await expect(box.getByTestId('data-testid Panel status error')).toHaveCount(0);
  const moment = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  await stage.noticed(box, new RegExp(`^Missing: ${moment(lost.from)} – ${moment(lost.to)}\\..*500`));

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

/** Answers the newest part of a metric at once, and the others after a release. */
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

/** The place of a time on the canvas, whose plot starts to the right of the axis. */
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
