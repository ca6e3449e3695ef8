import { bodyOf, type BodyRequest, DAY, MINUTE } from '../bodies';
import { type Figure, type Section } from '../figure';
import { finish, type Host, NOON, type Range } from '../host';
import { inTurns, ms } from '../timing';

const BOUND = { atMost: 2.2 };

/** Twice as much takes at most a little more than twice as long, from query to the last packet, without latency. */
export async function growth(host: Host): Promise<Section> {
  host.clock = NOON;
  return {
    title: 'Growth: twice as much, without latency',
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
  const bodies = remembered();
  const task = (days: number) => () => {
    host.service = bodies;
    return finish(host.dataSource().query(host.request(last(days), { granularity })));
  };
  const time = await inTurns(
    { 30: task(30), 60: task(60), 120: task(120), 240: task(240) },
    granularity === '1m' ? 5 : 15,
    granularity === '1m' ? 2 : 5
  );
  return [30, 60, 120].map((days) =>
    twice(`${days} to ${2 * days} days at ${granularity}`, time, String(days), String(2 * days))
  );
}

async function panels(host: Host): Promise<Figure[]> {
  const bodies = remembered();
  const task = (count: number) => () => {
    host.service = bodies;
    const dataSource = host.dataSource();
    const show = (i: number) => finish(dataSource.query(host.request(last(90), { nodeId: String(i) })));
    return Promise.all(Array.from({ length: count }, (_, i) => show(i + 1)));
  };
  const time = await inTurns({ 5: task(5), 10: task(10), 20: task(20), 40: task(40) }, 11, 4);
  return [5, 10, 20].map((count) =>
    twice(`${count} to ${2 * count} panels of other metrics`, time, String(count), String(2 * count))
  );
}

/** v2 knows no granularity: the service may send as many points as it likes. */
async function points(host: Host): Promise<Figure[]> {
  const steps = { 10_080: 2 * MINUTE, 20_160: MINUTE, 40_320: MINUTE / 2 };
  const task = (step: number) => {
    const bodies = remembered({ step });
    return () => {
      host.service = bodies;
      const dataSource = host.dataSource({ metricVersion: 'v2' });
      return finish(dataSource.query(host.request(last(14), { thin: false })));
    };
  };
  const time = await inTurns(
    { 10080: task(steps[10_080]), 20160: task(steps[20_160]), 40320: task(steps[40_320]) },
    11,
    4
  );
  return [10_080, 20_160].map((count) =>
    twice(`${count} to ${2 * count} points in one body`, time, String(count), String(2 * count))
  );
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

/** Bodies that are made once: making them is not what is measured. */
function remembered(more: Partial<BodyRequest> = {}): Host['service'] {
  const bodies = new Map<string, unknown>();
  return (asked) => {
    const body = bodies.get(asked.url) ?? bodyOf({ ...asked, ...more });
    bodies.set(asked.url, body);
    return body;
  };
}
