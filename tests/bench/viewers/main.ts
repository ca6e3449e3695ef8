import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sum } from 'lodash';
import type { AnomalyQuery } from '../../../src/ground/query';
import { DAY, HOUR, MINUTE } from '../bodies';
import { type Figure, holds, table } from '../figure';

import { type Load, Meter } from './meter';
import { type Cache, findNginx, startCache } from './nginx';
import { crowd, EXACT, panelsOf, type Scene, SHARED, show } from './shows';
import { House, realNow } from './viewer';

/** The exit status of a check that could not run. */
const SKIPPED = 2;

/** How long the cache keeps responses, in milliseconds. */
const SLOT = 10_000;

/** `npm run bench:viewers -- --minutes 60`: how long viewers watch the dashboards. Names choose sections. */
async function main([dist, ...words]: string[]) {
  const nginx = findNginx();
  if (!nginx) {
    console.log(
      'There is no nginx on this machine, so what many viewers cost behind a cache is not measured: 1 skipped'
    );
    process.exitCode = SKIPPED;
    return;
  }
  const given = words.indexOf('--minutes');
  const minutes = given < 0 ? 10 : Number(words[given + 1]);
  const { service, series, end } = await startService();
  const meter = new Meter(service);
  const address = await meter.start();
  const cache = await startCache(nginx, address);
  try {
    const house = new House(dist);
    const [direct, cached] = [`http://${address}`, cache.url];
    const scene = (url: string, jsonData: typeof SHARED): Scene => ({ house, meter, url, jsonData });
    const sections = {
      dashboard: () => dashboard(scene, { direct, cache, series, minutes }),
      mixed: () => mixed(scene, direct, cached, series, minutes),
      incident: () => incident(scene, direct, cached),
      alone: () => alone(scene, direct, series),
      down: () => down(scene, cached, series),
    };
    const chosen = Object.entries(sections).filter(([name], _, all) => {
      return words.includes(name) || !all.some(([other]) => words.includes(other));
    });
    const missed: string[] = [];
    for (const [, section] of chosen) {
      missed.push(...(await section()));
    }
    console.log(
      missed.length === 0 ? '\nEvery bound is kept.' : `\nMissed:\n${missed.map((what) => `- ${what}`).join('\n')}`
    );
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    await cache.stop();
    meter.stop();
    end();
  }
}

type MakeScene = (url: string, jsonData: typeof SHARED) => Scene;

interface Dashboard {
  direct: string;
  cache: Cache;
  series: string[];
  minutes: number;
}

async function dashboard(scene: MakeScene, { direct, cache, series, minutes }: Dashboard) {
  const panels = panelsOf(series);
  const alike = { minutes, alike: true };
  const base = await show(scene(direct, EXACT), panels, { ...alike, viewers: 1 });
  const shared = await show(scene(direct, SHARED), panels, { ...alike, viewers: 1 });
  const behind = async (viewers: number, jsonData: typeof SHARED, place: number) => {
    cache.takeStatuses();
    const load = await show(scene(cache.url, jsonData), panels.map(other(series, place)), { ...alike, viewers });
    return { load, hits: hitRate(`${viewers} viewers: hit rate`, cache.takeStatuses()) };
  };
  const exact = await behind(10, EXACT, 0);
  const two = await behind(2, SHARED, 8);
  const hundred = await behind(100, SHARED, 16);
  return print(
    `One dashboard: 8 panels, 24 h, every 30 s, ${minutes} minutes; against one viewer without cache and switch`,
    [
      ...against('1 viewer, switch, no cache', shared, base),
      ...against('10 viewers, cache, no switch', exact.load, base),
      exact.hits,
      ...against('2 viewers, cache and switch', two.load, base),
      two.hits,
      ...against('100 viewers, cache and switch', hundred.load, base, { requests: 3.5 }),
      { ...hundred.hits, bound: { atLeast: 0.9 } },
    ]
  );
}

/** The share of the responses that came from the cache. */
function hitRate(what: string, { HIT = 0, ...others }: Record<string, number>): Figure {
  const all = HIT + sum(Object.values(others));
  return { what, value: HIT / all, unit: 'x', of: `${HIT} of ${all} responses` };
}

/** Panels whose data was never read, so that the cache has nothing for them. */
function other(series: string[], place: number) {
  return (_panel: Partial<AnomalyQuery>, i: number): Partial<AnomalyQuery> => ({
    queryType: 'metric',
    series: [series[place + i]],
  });
}

async function mixed(scene: MakeScene, direct: string, cached: string, series: string[], minutes: number) {
  const panels = panelsOf(series.slice(24));
  const exact = await show(scene(direct, EXACT), panels, { viewers: 100, minutes: Math.min(minutes, 5), alike: false });
  const shared = await show(scene(cached, SHARED), panels, {
    viewers: 100,
    minutes: Math.min(minutes, 5),
    alike: false,
  });
  return print(
    `100 viewers with ranges, refresh times and zooms of their own, ${Math.min(minutes, 5)} minutes; against the same without cache and switch`,
    [
      ...against('cache and switch', shared, exact),
      {
        what: 'settled points read more than once, share',
        value: shared.again / shared.settled,
        unit: 'x',
        of: `${shared.again} of ${shared.settled}; without cache and switch ${exact.again} of ${exact.settled}`,
      },
    ]
  );
}

async function incident(scene: MakeScene, direct: string, cached: string) {
  const file = new URL('../../../src/dashboards/overview.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
    panels: Array<{ targets?: Array<Partial<AnomalyQuery>> }>;
  };
  const queries = panels.flatMap(({ targets = [] }) => targets);
  const base = await crowd(scene(direct, EXACT), queries, 1, 0);
  const began = realNow();
  const hundred = await crowd(scene(cached, SHARED), queries, 100, 60);
  // On a busy machine, a minute takes longer.
  const slots = Math.ceil((realNow() - began) / SLOT);
  return print('An incident: 100 open the Overview within a real minute; against one viewer without cache and switch', [
    ...against('100 viewers, cache and switch', hundred, base),
    {
      what: 'requests in each 10 s',
      value: hundred.requests / slots / base.requests,
      unit: 'x',
      bound: { atMost: 1 },
      of: `${hundred.requests} in ${slots} slots; ${base.requests}`,
    },
    {
      what: 'settled blocks read again',
      value: hundred.blocksAgain,
      unit: 'count',
      bound: { atMost: 0 },
      of: 'requests that end more than 24 h ago',
    },
    {
      what: 'settled points read again',
      value: hundred.again,
      unit: 'count',
      // In blocks that end less than 24 h ago, which are read once in each slot of 10 s.
      of: `of ${hundred.settled}`,
    },
  ]);
}

async function alone(scene: MakeScene, direct: string, series: string[]) {
  const panels = panelsOf(series).slice(0, 1);
  const figures: Figure[] = [];
  // The points of a block: 6 h at 1m, 8 h at 15m, a day at 1h. Twice as many if a range needs two blocks.
  for (const [range, block] of [
    [6 * HOUR, 360],
    [DAY, 32],
    [30 * DAY, 24],
    [90 * DAY, 48],
  ]) {
    const [exact, shared] = [
      await once(scene(direct, EXACT), panels, range),
      await once(scene(direct, SHARED), panels, range),
    ];
    figures.push({
      what: `last ${range < DAY ? `${range / HOUR} h` : `${range / DAY} d`}, points but one block`,
      value: (shared.points - block) / exact.points,
      unit: 'x',
      bound: { atMost: 1.25 },
      of: `${shared.points} / ${exact.points} points, block ${block}; ${shared.requests} / ${exact.requests} requests`,
    });
  }
  return print('One viewer with the switch and without a cache, against without both', figures);
}

async function once(
  { house, meter, url, jsonData }: Scene,
  panels: Array<Partial<AnomalyQuery>>,
  length: number
): Promise<Load> {
  meter.take();
  await house.viewer(url, jsonData, realNow).look(panels, length);
  return meter.take();
}

/** The service fails. Ten minutes later, by the viewers' clock, an open dashboard refreshes, and another is opened. */
async function down(scene: MakeScene, cached: string, series: string[]) {
  const { house, meter, url } = scene(cached, SHARED);
  const panels: Array<Partial<AnomalyQuery>> = [
    ...panelsOf(series),
    { queryType: 'alerts' },
    { queryType: 'anomalies' },
  ];
  let late = 0;
  const open = house.viewer(url, SHARED, () => realNow() + late);
  const count = (answers: Awaited<ReturnType<typeof open.look>>) => ({
    shown: answers.filter(({ data }) => data.some(({ length }) => length > 0)).length,
    marked: answers.filter(
      ({ data, errors }) => (errors ?? []).length > 0 || data.some(({ meta }) => (meta?.notices ?? []).length > 0)
    ).length,
  });
  const before = count(await open.look(panels, DAY));
  meter.stop();
  // Waits until the cache no longer considers any answer new.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  late = 10 * MINUTE;
  const after = count(await open.look(panels, DAY));
  const anew = count(await house.viewer(url, SHARED, () => realNow() + late).look(panels, DAY));
  const row = (what: string, value: number, least?: number): Figure => ({
    what,
    value,
    unit: 'count',
    ...(least === undefined ? {} : { bound: { atLeast: least } }),
    of: `of ${panels.length} panels; ${before.shown} showed something before`,
  });
  return print('The service down for ten minutes', [
    row('open dashboard: panels that show data', after.shown, before.shown),
    row('open dashboard: panels with a notice or error', after.marked, panels.length),
    row('opened anew: panels that show data', anew.shown),
    row('opened anew: panels with a notice or error', anew.marked, panels.length),
  ]);
}

/** The demo service in its own process, and its series. */
async function startService() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/service/main.ts', '--port', '0', '--busy'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const service = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const [, found] = /Demo service: (\S+)/.exec(text.toString()) ?? [];
      if (found) {
        resolve(found);
      }
    });
    child.once('exit', () => reject(new Error('The demo service does not start.')));
  });
  const series = await seriesOf(service);
  return { service, series, end: () => void child.kill() };
}

async function seriesOf(service: string): Promise<string[]> {
  const answer = await fetch(`${service}/demo/metrics`);
  const metrics = (await answer.json()) as Array<{ token: string; nodeId: number; metricId: string }>;
  return metrics.filter(({ token }) => token === 'demo-token').map(({ nodeId, metricId }) => `${nodeId}:${metricId}`);
}

function against(what: string, load: Load, base: Load, bounds: { requests?: number } = {}): Figure[] {
  const figure = (name: 'requests' | 'points' | 'bytes'): Figure => ({
    what: `${what}: ${name}`,
    value: load[name] / base[name],
    unit: 'x',
    ...(name === 'requests' && bounds.requests !== undefined ? { bound: { atMost: bounds.requests } } : {}),
    of: `${load[name]} / ${base[name]}`,
  });
  return [figure('requests'), figure('points'), figure('bytes')];
}

function print(title: string, figures: Figure[]): string[] {
  console.log(table({ title, figures }));
  return figures.filter((figure) => !holds(figure)).map(({ what }) => what);
}

void main(process.argv.slice(2));
