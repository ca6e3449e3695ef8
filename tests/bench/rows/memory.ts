import { bodyOf, DAY, HOUR, MINUTE } from '../bodies';
import { type Figure, type Section } from '../figure';
import { finish, type Host, NOON } from '../host';

const SERIES = 20;

/**
 * The store's memory for 20 series of 14 days at 1m with three bands, and the additional memory of panels: heap and array
 * buffers after garbage collection.
 */
export async function memory(host: Host): Promise<Section> {
  host.clock = NOON;
  host.service = bodyOf;
  const dataSource = host.dataSource();
  const show = (series: number, to: number) =>
    finish(
      dataSource.query(
        host.request({ from: to - 14 * DAY, to }, { nodeId: String(series), granularity: '1m', thin: false })
      )
    ).then(([frame]) => frame.length);
  const showAll = async () => {
    let points = 0;
    for (let series = 1; series <= SERIES; series++) {
      points += await show(series, host.clock);
    }
    return points;
  };
  // A run with another data source first, so that everything is loaded and compiled.
  await finish(host.dataSource().query(host.request({ from: NOON - HOUR, to: NOON }, { granularity: '1m' })));
  host.asked = [];
  const before = await inUse();
  const points = await showAll();
  host.asked = [];
  const afterReading = await inUse();
  for (let refresh = 1; refresh <= 20; refresh++) {
    host.clock = NOON + refresh * 30_000;
    await showAll();
    host.asked = [];
  }
  const grown = points + SERIES * Math.floor((host.clock - NOON) / MINUTE);
  const afterRefreshes = await inUse();
  host.clock = NOON;
  // Keeps the store alive until here.
  await show(1, NOON);
  const panels = await heldByPanels(host);
  const figure = (what: string, bytes: number, count: number) => ({
    what,
    value: bytes / count,
    unit: 'bytes' as const,
    bound: { atMost: 72 },
    of: `${(bytes / 2 ** 20).toFixed(1)} MB for ${count} points; eight numbers are 64 bytes`,
  });
  return {
    title: 'Memory kept per point, with three bands',
    figures: [
      figure('after reading', afterReading - before, points),
      figure('after 20 refreshes of each', afterRefreshes - before, grown),
      panels,
    ],
  };
}

/** The memory of eight panels with the same series, compared with one: each has arrays of its own. */
async function heldByPanels(host: Host): Promise<Figure> {
  const dataSource = host.dataSource();
  const held: unknown[] = [];
  const show = async () => {
    const range = { from: host.clock - 15 * DAY, to: host.clock - DAY };
    held.push(await finish(dataSource.query(host.request(range, { granularity: '1m', thin: false }))));
  };
  await show();
  held.pop();
  host.asked = [];
  const none = await inUse();
  await show();
  const one = await inUse();
  for (let panel = 2; panel <= 8; panel++) {
    await show();
  }
  const eight = await inUse();
  return {
    what: 'frames of eight panels of one series',
    value: (eight - none) / (one - none),
    unit: 'x',
    of: `${((one - none) / 2 ** 20).toFixed(2)} MB for one, ${((eight - none) / 2 ** 20).toFixed(2)} MB for ${held.length}`,
  };
}

async function inUse(): Promise<number> {
  if (!global.gc) {
    throw new Error('Run Node with --expose-gc');
  }
  for (let i = 0; i < 3; i++) {
    global.gc();
    // Buffers are freed in parallel, a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
