/**
 * `npm run bench:first`: how long a new user waits for the first corridor.
 * It opens the dashboard Metric repeatedly in a browser with an empty cache. It prints:
 *
 * - the milliseconds until the panel has drawn values in their corridors
 * - the milliseconds until it has all data, with the alerts marked on it
 * - the bytes received until then
 *
 * `-- --rounds 11` runs eleven rounds instead of seven. The first round warms up the servers and doesn't count.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Children } from '../../.config/children.mjs';
import { openWorkbench } from './workbench.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } }).values;
const children = new Children(root);

/** Runs in the page: the milliseconds from opening the address until the first panel has drawn data, or all of it. */
function whenDrawn(all) {
  const panel = document.querySelector('main [data-panel-title="Value and corridors"]');
  // Packets that are sent meanwhile only appear once there are values.
  const states = all ? ['Done'] : ['Streaming', 'Done'];
  return states.includes(panel?.getAttribute('data-state')) && panel.querySelector('.uplot canvas')
    ? performance.now()
    : undefined;
}

/** @returns {Promise<{ corridor: number, all: number, bytes: number, requests: number }>} */
async function open(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await session.send('Network.enable');
  await page.goto(url, { waitUntil: 'commit' });
  const times = await Promise.all(
    [false, true].map((all) => page.waitForFunction(whenDrawn, all, { polling: 'raf', timeout: 60_000 }))
  );
  const [corridor, all] = await Promise.all(times.map((time) => time.jsonValue()));
  await context.close();
  return { corridor, all, bytes, requests };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

try {
  const { workbench, browser } = await openWorkbench(root, children);
  const figures = [];
  for (let round = 0; round <= Number(rounds); round++) {
    const figure = await open(browser, `${workbench}/d/anomaly-monitoring-metric`);
    if (round > 0) {
      figures.push(figure);
    }
  }
  await browser.close();
  const sorted = (times) => times.map(Math.round).toSorted((a, b) => a - b);
  const corridors = sorted(figures.map(({ corridor }) => corridor));
  const whole = sorted(figures.map(({ all }) => all));
  const megabytes = median(figures.map(({ bytes }) => bytes)) / 1e6;
  console.log(
    `First corridor after ${median(corridors)} ms (${corridors.join(', ')}), ` +
      `with its alerts after ${median(whole)} ms (${whole.join(', ')}), ` +
      `${megabytes.toFixed(2)} MB in ${median(figures.map(({ requests }) => requests))} requests`
  );
} finally {
  await children.end();
}
