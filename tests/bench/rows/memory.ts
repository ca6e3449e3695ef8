import { bodyOf, DAY, HOUR, MINUTE } from '../bodies';
import { type Section } from '../figure';
import { finish, type Host, NOON } from '../host';

const SERIES = 20;

/** What the store keeps of 20 series of 14 days at 1m with three bands: heap and array buffers, after collecting. */
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
  // Once with another data source, so that what is loaded or compiled only once is there before.
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
  // The store has to live until here.
  await show(1, NOON);
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
    ],
  };
}

async function inUse(): Promise<number> {
  if (!global.gc) {
    throw new Error('Run Node with --expose-gc');
  }
  for (let i = 0; i < 3; i++) {
    global.gc();
    // Buffers are let go beside the program, a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
