import { bodyOf, DAY, MINUTE } from '../bodies';
import { type Figure, type Section } from '../figure';
import { finish, type Host, NOON, type Range, type Service } from '../host';
import { inTurns, ms, processorTime } from '../timing';

const BOUND = { atMost: 2.4 };

/**
 * Twice the amount takes at most a little more than twice the processor time, from the query to the last packet, without
 * latency. The figure is the median of many runs. Pauses that panels leave to the page don't count as work.
 */
export async function growth(host: Host): Promise<Section> {
  host.clock = NOON;
  return {
    title: 'Growth: processor time for twice as much, without latency',
    figures: [
      ...(await ranges(host, 'auto')),
      ...(await ranges(host, '15m')),
      ...(await ranges(host, '1m')),
      ...(await panels(host)),
      ...(await points(host)),
    ],
  };
}

function last(days: number): Range {
  return { from: NOON - (days + 1) * DAY, to: NOON - DAY };
}

async function ranges(host: Host, granularity: string): Promise<Figure[]> {
  // 240 days at 1m keep so much data alive that this would measure garbage collection. Making the bodies also takes long,
  // so that there would be partial packets, whose number depends on the clock, not on the work.
  const fine = granularity === '1m';
  const service = fine ? bodyOf : remembered();
  const task = (days: number) => () =>
    without(host, service, () =>
      finish(host.dataSource({ progressive: !fine }).query(host.request(last(days), { granularity })))
    );
  const time = await inTurns({ 30: task(30), 60: task(60), 120: task(120), 240: task(240) }, { rounds: fine ? 9 : 60 });
  const figures = [30, 60, 120].map((days) =>
    twice(`${days} to ${2 * days} days at ${granularity}`, time, String(days), String(2 * days))
  );
  // At 1m, garbage collection takes most of the time: twice as much took from half to five times as long.
  return fine ? figures.map((figure) => ({ ...figure, bound: undefined })) : figures;
}

async function panels(host: Host): Promise<Figure[]> {
  const service = remembered();
  const task = (count: number) => () =>
    without(host, service, () => {
      // Otherwise, there would be partial packets during the pauses.
      const dataSource = host.dataSource({ progressive: false });
      const show = (i: number) => finish(dataSource.query(host.request(last(90), { nodeId: String(i) })));
      return Promise.all(Array.from({ length: count }, (_, i) => show(i + 1)));
    });
  const time = await inTurns({ 5: task(5), 10: task(10), 20: task(20), 40: task(40) }, { rounds: 25 });
  return [5, 10, 20].map((count) =>
    twice(`${count} to ${2 * count} panels of other metrics`, time, String(count), String(2 * count))
  );
}

/** v2 has no granularity: the service may send any number of points. */
async function points(host: Host): Promise<Figure[]> {
  const task = (step: number) => () =>
    without(
      host,
      (asked) => bodyOf({ ...asked, step }),
      () => finish(host.dataSource({ metricVersion: 'v2' }).query(host.request(last(14), { thin: false })))
    );
  const time = await inTurns({ 10080: task(2 * MINUTE), 20160: task(MINUTE), 40320: task(MINUTE / 2) }, { rounds: 25 });
  return [10_080, 20_160].map((count) =>
    twice(`${count} to ${2 * count} points in one body`, time, String(count), String(2 * count))
  );
}

/** Runs with this service, and returns the milliseconds that were not the plugin's work: the service, and pauses. */
async function without(host: Host, service: Service, run: () => Promise<unknown>): Promise<number> {
  host.service = service;
  host.serviceTime = 0;
  const [start, before] = [performance.now(), processorTime()];
  await run();
  return host.serviceTime + (performance.now() - start) - (processorTime() - before);
}

function twice(what: string, time: Record<string, number>, one: string, two: string): Figure {
  return {
    what,
    value: time[two] / time[one],
    unit: 'x',
    bound: BOUND,
    of: `${ms(time[one])}, ${ms(time[two])}`,
  };
}

/** Bodies that are made once, and are the same for all series. */
function remembered(): Service {
  const bodies = new Map<string, unknown>();
  return (asked) => {
    const key = [asked.from, asked.to, asked.step].join();
    const body = bodies.get(key) ?? bodyOf(asked);
    bodies.set(key, body);
    return body;
  };
}
