import type { AnomalyQuery } from '../../../src/ground/query';
import { bodyOf, DAY, MINUTE } from '../bodies';
import { type Figure, type Section } from '../figure';
import { type Asked, finish, type Host, NOON, type Service } from '../host';
import { fastest, ms, processorTime } from '../timing';

const METRICS = 50;
const RANGE = { from: NOON - 7 * DAY, to: NOON };
/** Slow enough for several packets: four requests at once take 1.3 s. */
const LATENCY = 100;
const ROUNDS = 5;

const NODES = Array.from({ length: METRICS }, (_, i) => String(i + 1));
const RANKED = { queryType: 'deviations', nodeId: '', limit: METRICS } as const;
const QUERIES: Array<[string, Partial<AnomalyQuery>]> = [
  ['metric', { nodeId: NODES }],
  ['table of deviations', RANKED],
  ['lanes of deviations', { ...RANKED, format: 'lanes' }],
  ['blind spots', { ...RANKED, format: 'silent' }],
] as Array<[string, Partial<AnomalyQuery>]>;

/** Processor time from the query to Done, with many metrics that arrive one after another, and a packet for each. */
export async function packets(host: Host): Promise<Section> {
  host.clock = NOON;
  host.latency = LATENCY;
  const bodies = new Map<string, unknown>();
  host.service = serviceWith(bodies);
  const times = new Map<string, number[]>();
  const counts = new Map<string, number>();
  // The first round creates the bodies.
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, query] of QUERIES) {
      const { time, count } = await measured(host, query);
      times.set(name, [...(times.get(name) ?? []), ...(round < 0 ? [] : [time])]);
      counts.set(name, count);
    }
  }
  host.latency = 0;
  host.service = bodyOf;
  const floor = parseTime([...bodies].flatMap(([url, body]) => (url.includes('granularity=1h') ? [] : [body])));
  return {
    title: `Processor time of all packets, ${METRICS} metrics over a week`,
    figures: QUERIES.map(([name]): Figure => {
      const time = fastest(times.get(name) ?? []);
      const of = `${ms(time)} for ${counts.get(name)} packets; JSON.parse ${ms(floor)}`;
      return {
        what: `packets of ${METRICS} metrics: ${name}`,
        value: time / floor,
        unit: 'x',
        bound: { atMost: 8 },
        of,
      };
    }),
  };
}

async function measured(host: Host, query: Partial<AnomalyQuery>): Promise<{ time: number; count: number }> {
  globalThis.gc?.();
  let count = 0;
  const [before, service] = [processorTime(), host.serviceTime];
  await finish(host.dataSource().query(host.request(RANGE, query)), () => count++);
  if (new Set(host.asked.splice(0).map(({ url }) => url.split('?')[0])).size < METRICS) {
    throw new Error('Not all metrics were read.');
  }
  return { time: processorTime() - before - (host.serviceTime - service), count };
}

/** Metric data, and one alert with all metrics. @param bodies metric data by address, created earlier */
function serviceWith(bodies: Map<string, unknown>): Service {
  const metrics = NODES.map((nodeId) => ({ nodeId, statTypeId: 'metric' }));
  const alert = { id: 'a', active: true, impact: 'low', firstSeenAt: new Date(RANGE.from).toISOString() };
  return (asked: Asked) => {
    const { url } = asked;
    if (url.includes('/metrics/')) {
      // A week is read at 15m, even if the service chooses.
      const step = url.includes('granularity=') ? asked.step : 15 * MINUTE;
      const body = bodies.get(url) ?? bodyOf({ ...asked, step });
      bodies.set(url, body);
      return body;
    }
    if (url.includes('/events')) {
      return { page: 1, limit: 100, total: 0, items: [] };
    }
    if (url.includes('/explore')) {
      return { page: 1, limit: 200, total: 1, items: [alert] };
    }
    return url.includes('/alerts') ? [{ ...alert, metrics }] : [];
  };
}

/** Processor time to parse bodies, in milliseconds. Other work on the machine doesn't count in any of the figures. */
function parseTime(bodies: unknown[]): number {
  const texts = bodies.map((body) => JSON.stringify(body));
  const runs = Array.from({ length: 9 }, () => {
    const start = processorTime();
    texts.forEach((text) => void JSON.parse(text));
    return processorTime() - start;
  });
  return fastest(runs);
}
