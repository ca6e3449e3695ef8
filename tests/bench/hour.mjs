/**
 * `npm run bench:hour`: what an hour of refreshes every 5 s leaves behind.
 * It opens the Overview, refreshes it as often as in an hour, and moves the clocks by 5 s each time. It prints how much
 * the heap grew, after garbage collection, and the longest task of the page. `-- --refreshes 100` runs fewer.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Children } from '../../.config/children.mjs';
import { isDone, openWorkbench, put, setClock } from './workbench.mjs';

const EVERY = 5000;
/** After this many refreshes, everything that is loaded or compiled only once is ready. */
const WARM = 60;
const START = Date.parse('2026-01-28T09:00:00Z');

const root = fileURLToPath(new URL('../..', import.meta.url));
const { refreshes } = parseArgs({ options: { refreshes: { type: 'string', default: '720' } } }).values;
const children = new Children(root);

/** Runs in the page: records the duration of the longest task. */
function watchTasks() {
  globalThis.longestTask = 0;
  new PerformanceObserver((list) => {
    globalThis.longestTask = Math.max(globalThis.longestTask, ...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
}

/** Runs in the page: whether a refresh has started. */
function hasBegun() {
  return [...document.querySelectorAll('main [data-state]')].some(({ dataset }) => dataset.state === 'Loading');
}

async function refresh(page, service, time) {
  await put(`${service}/demo/clock`, { now: new Date(time).toISOString() });
  await page.evaluate((step) => globalThis.moveClock(step), EVERY);
  await page.getByTestId('data-testid RefreshPicker run button').first().click();
  await page.waitForFunction(hasBegun, undefined, { timeout: 1000 }).catch(() => undefined);
  await page.waitForFunction(isDone, undefined, { timeout: 60_000 });
}

/** Bytes in use after garbage collection. */
async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

try {
  const { service, workbench, browser } = await openWorkbench(root, children, ['--now', new Date(START).toISOString()]);
  const page = await browser.newPage({ viewport: { width: 1440, height: 4500 }, timezoneId: 'UTC' });
  await page.addInitScript(setClock, START);
  await page.addInitScript(watchTasks);
  const session = await page.context().newCDPSession(page);
  await page.goto(`${workbench}/d/anomaly-monitoring-overview?refresh=`);
  await page.waitForFunction(isDone, undefined, { timeout: 60_000 });
  let before = 0;
  for (let count = 1; count <= Number(refreshes); count++) {
    await refresh(page, service, START + count * EVERY);
    if (count === WARM) {
      before = await heapOf(session);
      await page.evaluate(() => (globalThis.longestTask = 0));
    }
  }
  const after = await heapOf(session);
  const task = await page.evaluate(() => globalThis.longestTask);
  await browser.close();
  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const scene = `Overview, ${refreshes} refreshes`;
  const state = (fits) => (fits ? 'ok' : 'MISSED');
  console.log(`
| what | figure | bound | | made of |
| --- | --- | --- | --- | --- |
| ${scene}: heap | ${(after / before).toFixed(3)} x | <= 1.05 x | ${state(after <= 1.05 * before)} | ${megabytes(before)} after ${WARM}, ${megabytes(after)} |
| ${scene}: longest task of the page | ${Math.round(task)} ms | <= 50 ms | ${state(task <= 50)} | tasks below 50 ms count as 0 |`);
} finally {
  await children.end();
}
