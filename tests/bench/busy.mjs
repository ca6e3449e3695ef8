/**
 * `npm run bench:busy`: how long the plugin keeps a slow computer busy.
 * It opens the Overview over a week, with more than twenty active alerts, in a browser on a processor that is slowed down
 * four times. It prints processor times from the first request to the last packet: of the plugin's code and what it calls
 * (in total, and the longest in one task), and of the longest task of the whole page, with drawing.
 * The fastest round counts. `-- --rounds 5` runs five rounds instead of three.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import lodash from 'lodash';
import { Children } from '../../.config/children.mjs';
import { isDone, openWorkbench, setClock } from './workbench.mjs';

const SLOWER = 4;
/** Microseconds between two samples of the profiler. */
const INTERVAL = 500;
const DAY = '2026-01-28T09:00:00Z';
const SERVICE = /\/api\/datasources\/proxy\/uid\//;
const METRIC = /\/v1\/ad\/metrics\/[^?]+|\/v2\/metrics\/[^?]+/;
const PLUGIN = /\/public\/plugins\/anomaly-monitoring-datasource\//;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } }).values;
const children = new Children(root);

/**
 * Milliseconds in the plugin's code and what it calls (in total, and the longest in one task), and of the longest task.
 * The profile gives the plugin's share of a task. The trace gives the task's processor time, which is independent of other
 * work on the machine.
 *
 * @param from microseconds
 */
function timesOf(profile, events, from) {
  const looks = looksOf(profile);
  const tasks = mainThread(events.filter(({ name, ts, tdur }) => name === 'RunTask' && tdur > 0 && ts >= from));
  const [times, own] = [[0], [0]];
  let next = 0;
  for (const { ts, dur, tdur } of tasks.toSorted((one, other) => one.ts - other.ts)) {
    let [all, plugin] = [0, 0];
    for (; next < looks.length && looks[next].time <= ts + dur; next++) {
      const { time, took, isPlugin } = looks[next];
      all += time >= ts ? took : 0;
      plugin += time >= ts && isPlugin ? took : 0;
    }
    times.push(tdur / 1000);
    own.push(all > 0 ? (tdur / 1000) * (plugin / all) : 0);
  }
  return { total: own.reduce((sum, time) => sum + time), longest: Math.max(...own), task: Math.max(...times) };
}

/** The tasks of the busiest thread, which is the page's. */
function mainThread(tasks) {
  const threads = Object.values(lodash.groupBy(tasks, ({ pid, tid }) => `${pid} ${tid}`));
  const busy = (thread) => thread.reduce((sum, { tdur }) => sum + tdur, 0);
  return threads.toSorted((one, other) => busy(other) - busy(one))[0] ?? [];
}

/** The profiler's samples: their times in microseconds, and whether the plugin or what it calls was running. */
function looksOf({ nodes, samples, timeDeltas, startTime }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const urls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url]));
  const isPlugin = (id) => id !== undefined && (PLUGIN.test(urls.get(id)) || isPlugin(parents.get(id)));
  const inPlugin = new Map(nodes.map(({ id }) => [id, isPlugin(id)]));
  let time = startTime;
  return samples.map((id, i) => {
    time += timeDeltas[i];
    return { time, took: timeDeltas[i + 1] ?? 0, isPlugin: inPlugin.get(id) };
  });
}

async function measure(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 4500 }, timezoneId: 'UTC' });
  await page.addInitScript(setClock, Date.parse(DAY));
  const session = await page.context().newCDPSession(page);
  const requests = [];
  session.on('Network.requestWillBeSent', ({ timestamp, request }) => {
    if (SERVICE.test(request.url)) {
      requests.push({ timestamp, url: request.url });
    }
  });
  await session.send('Network.enable');
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await session.send('Profiler.start');
  await page.goto(url);
  await page.waitForFunction(isDone, undefined, { timeout: 120_000, polling: 200 });
  const { profile } = await session.send('Profiler.stop');
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  await page.close();
  const metrics = new Set(requests.flatMap(({ url: asked }) => METRIC.exec(asked)?.[0] ?? []));
  const times = timesOf(profile, traceEvents, requests[0].timestamp * 1e6);
  return { ...times, metrics: metrics.size, requests: requests.length };
}

try {
  const { workbench, browser } = await openWorkbench(root, children, ['--seed', '1', '--now', DAY, '--busy']);
  const figures = [];
  for (let round = 0; round < Number(rounds); round++) {
    figures.push(await measure(browser, `${workbench}/d/anomaly-monitoring-overview?from=now-7d&to=now&refresh=`));
  }
  await browser.close();
  const least = (name) => Math.round(Math.min(...figures.map((figure) => figure[name])));
  const scene = `Overview over a week, ${SLOWER} times as slow`;
  const [total, longest, task] = ['total', 'longest', 'task'].map(least);
  console.log(`
| what | figure | bound | | made of |
| --- | --- | --- | --- | --- |
| ${scene}: all tasks of the plugin | ${total} ms | - | | ${least('metrics')} metrics in ${least('requests')} requests |
| ${scene}: longest task of the plugin | ${longest} ms | - | | longest task of the page ${task} ms |`);
} finally {
  await children.end();
}
