/**
 * `npm run bench:first`: how long a user waits for the first answer of each dashboard, and for the first screen.
 * It opens the dashboards in the workbench, in a browser with a warm cache, with 0, 150, and 400 ms for each request to the
 * service. Times begin with the first of these, so that Grafana's own start doesn't count. What a latency adds, divided by
 * it, is a number of round trips.
 * `-- metric` measures one dashboard. `-- --rounds 5` runs five rounds instead of three; the fastest counts.
 * `-- --grafana http://127.0.0.1:3000 --service http://127.0.0.1:8080` measures in a Grafana (admin, admin) with the shipped
 * dashboards, whose data source reads that demo service (`--seed 1 --now 2026-01-28T08:20:00Z`).
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Children } from '../../.config/children.mjs';
import {
  addressOf,
  FIRST,
  openBrowser,
  openWorkbench,
  put,
  readGrafanaPanels,
  readPanels,
  setClock,
} from './workbench.mjs';

const LATENCIES = [150, 400];
/** Six alerts are active. */
const NOW = '2026-01-28T08:20:00Z';
const SCREEN = { width: 1500, height: 900 };
const MOMENTS = { rows: 'has rows', screen: 'complete' };
/** The limits of the first answer. Alert has none: its variable is read first, with titles. */
const LIMITS = { overview: 2, metric: 2, report: 2 };

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, grafana: { type: 'string' }, service: { type: 'string' } },
  allowPositionals: true,
});
const children = new Children(root);

/** Runs in the page: notes when the first answer is drawn and when the first screen is complete, both for good. */
function watchScreen({ titles, height }) {
  globalThis.times = {};
  performance.setResourceTimingBufferSize(10_000);
  setInterval(() => {
    const panels = globalThis.readPanels();
    const onScreen = panels.filter(({ top }) => top < height);
    const moments = {
      rows: titles.every((wanted) => panels.some(({ title, drawn }) => title === wanted && drawn)),
      screen: onScreen.length > 0 && onScreen.every(({ state }) => state === 'Done' || state === 'Error'),
    };
    for (const [name, isThere] of Object.entries(moments)) {
      globalThis.times[name] = isThere ? (globalThis.times[name] ?? performance.now()) : undefined;
    }
  }, 10);
}

/** Runs in the page: both times, once neither has changed for some milliseconds. */
function whenQuiet(quiet) {
  const { rows, screen } = globalThis.times;
  const first = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/datasources/proxy/'));
  const start = first?.startTime ?? 0;
  return Math.max(rows, screen) + quiet < performance.now()
    ? { rows: rows - start, screen: screen - start }
    : undefined;
}

/** @returns {Promise<{ rows: number, screen: number }>} milliseconds since the first request to the service */
async function open(context, { url, titles, latency }) {
  const page = await context.newPage();
  await page.addInitScript(setClock, Date.parse(NOW));
  await page.addInitScript(`globalThis.readPanels = ${values.grafana ? readGrafanaPanels : readPanels}`);
  await page.addInitScript(watchScreen, { titles, height: SCREEN.height });
  await page.goto(url, { waitUntil: 'commit' });
  const times = await page.waitForFunction(whenQuiet, 3 * latency + 1000, { polling: 100, timeout: 60_000 });
  const found = await times.jsonValue();
  await page.close();
  return found;
}

async function measure(context, demo, name) {
  const url = await addressOf(name, demo);
  const openAt = async (latency) => {
    await put(`${demo.service}/demo/faults`, latency > 0 ? [{ latency }] : []);
    return open(context, { url, titles: FIRST[name], latency });
  };
  // Fills the browser's cache.
  await openAt(0);
  const all = [0, ...LATENCIES].map((latency) => ({ latency, found: [] }));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { latency, found } of all) {
      found.push(await openAt(latency));
    }
  }
  // The fastest times, because other work on the machine only adds time.
  const [start, ...slower] = all.map(({ latency, found }) => ({
    latency,
    rows: Math.min(...found.map(({ rows }) => rows)),
    screen: Math.min(...found.map(({ screen }) => screen)),
  }));
  const row = { 'first screen of': name };
  for (const times of slower) {
    const { latency } = times;
    for (const [moment, title] of Object.entries(MOMENTS)) {
      const trips = ((times[moment] - start[moment]) / latency).toFixed(1);
      const limit = moment === 'rows' ? LIMITS[name] : undefined;
      row[`${title}, ${latency} ms`] = limit === undefined ? trips : `${trips} (${limit})`;
    }
  }
  return row;
}

try {
  const { service, workbench, browser } = values.grafana
    ? { service: values.service, workbench: values.grafana, browser: await openBrowser() }
    : await openWorkbench(root, children, ['--seed', '1', '--now', NOW]);
  const context = await browser.newContext({ viewport: SCREEN, timezoneId: 'UTC' });
  if (values.grafana) {
    await context.request.post(`${values.grafana}/login`, { data: { user: 'admin', password: 'admin' } });
  }
  const rows = [];
  for (const name of positionals.length > 0 ? positionals : Object.keys(FIRST)) {
    rows.push(await measure(context, { service, workbench }, name));
  }
  await browser.close();
  const heads = Object.keys(rows[0]);
  console.log(`\n| ${heads.join(' | ')} |\n| ${heads.map(() => '---').join(' | ')} |`);
  rows.forEach((row) => console.log(`| ${heads.map((head) => row[head]).join(' | ')} |`));
} finally {
  await children.end();
}
