import { bodyOf, DAY, HOUR, MINUTE } from '../bodies';
import { type Figure, type Section } from '../figure';
import { type DataSource, finish, type Host, NOON, type Range } from '../host';

type Query = Parameters<Host['request']>[1];

/** The number of requests to the service: panels that share data, zooming and panning, refreshes. */
export async function requests(host: Host): Promise<Section> {
  return {
    title: 'Requests and points asked for',
    figures: [
      await eightPanels(host),
      ...(await zoomAndPan(host)),
      ...(await refreshes(host, '1h', 250)),
      ...(await refreshes(host, '15m', 100)),
    ],
  };
}

/** How many requests `run` makes. */
async function countRequests(host: Host, run: () => Promise<unknown>): Promise<number> {
  host.asked = [];
  await run();
  return host.asked.length;
}

async function eightPanels(host: Host): Promise<Figure> {
  host.service = bodyOf;
  host.clock = NOON;
  host.latency = 5;
  const range = { from: NOON - 30 * DAY, to: NOON };
  const panels = (count: number) => {
    const dataSource = host.dataSource();
    const ask = (panelId: number) => finish(dataSource.query({ ...host.request(range), panelId }));
    return Promise.all(Array.from({ length: count }, (_, i) => ask(i + 1)));
  };
  const one = await countRequests(host, () => panels(1));
  const eight = await countRequests(host, () => panels(8));
  host.latency = 0;
  return {
    what: '8 panels of one series, at once',
    value: eight,
    unit: 'requests',
    bound: { atMost: one },
    of: `1 panel: ${one}; without sharing ${8 * one}`,
  };
}

async function zoomAndPan(host: Host): Promise<Figure[]> {
  host.service = bodyOf;
  host.clock = NOON;
  const figures: Figure[] = [];
  const read = { from: NOON - 30 * DAY, to: NOON };
  const views: Record<string, Range> = {
    'zoom into 10 of 30 days read': { from: NOON - 20 * DAY - 1234, to: NOON - 10 * DAY - 567 },
    'pan inside 30 days read': { from: NOON - 29 * DAY - 91, to: NOON - 9 * DAY - 91 },
  };
  for (const [what, range] of Object.entries(views)) {
    const dataSource = host.dataSource();
    await finish(dataSource.query(host.request(read, { granularity: '1h' })));
    const again = await countRequests(host, () => finish(host.dataSource().query(host.request(range))));
    const value = await countRequests(host, () => finish(dataSource.query(host.request(range, { granularity: '1h' }))));
    figures.push({ what, value, unit: 'requests', bound: { atMost: 0 }, of: `reading again: ${again}` });
  }
  return figures;
}

/** A panel of the last 30 days, refreshed every 30 s for an hour. */
async function refreshes(host: Host, granularity: '15m' | '1h', share: number): Promise<Figure[]> {
  const kept = await hourOfRefreshes(host, host.dataSource(), { granularity });
  const again = await hourOfRefreshes(host, host.dataSource({ reuseData: false }), { granularity });
  const fresh = bodyOf({ version: 'v1', from: NOON + 1, to: NOON + HOUR, step: kept.step, seed: 1 });
  const name = `30 days at ${granularity}, refreshed for an hour`;
  return [
    {
      what: `${name}: points`,
      value: kept.points / again.points,
      unit: 'x',
      bound: { atMost: 1 / share },
      of: `${kept.points} points in ${kept.requests} requests; reading all again ${again.points}`,
    },
    {
      what: `${name}: bytes`,
      value: kept.bytes / again.bytes,
      unit: 'x',
      of: `${kept.bytes} bytes; all again ${again.bytes}; the ${fresh.data.length} new points alone ${JSON.stringify(fresh).length}`,
    },
  ];
}

async function hourOfRefreshes(host: Host, dataSource: DataSource, query: Query) {
  let points = 0;
  let bytes = 0;
  let step = 0;
  host.clock = NOON + 7 * MINUTE + 12_345;
  const start = host.clock;
  host.service = (asked) => {
    const body = bodyOf({ ...asked, to: Math.min(asked.to, host.clock) });
    points += body.data.length;
    // All points have the same size. One is enough, so that the bench doesn't spend its time on text.
    bytes += JSON.stringify({ ...body, data: body.data.slice(0, 1) }).length * Math.max(1, body.data.length);
    step = asked.step;
    return body;
  };
  const show = () => finish(dataSource.query(host.request({ from: host.clock - 30 * DAY, to: host.clock }, query)));
  await show();
  points = bytes = 0;
  host.asked = [];
  for (let refresh = 1; refresh <= 120; refresh++) {
    host.clock = start + refresh * 30_000;
    await show();
  }
  const requests = host.asked.length;
  host.clock = NOON;
  return { points, bytes, requests, step };
}
