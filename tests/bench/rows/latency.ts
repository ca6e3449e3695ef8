import { performance } from 'node:perf_hooks';
import { bodyOf, DAY } from '../bodies';
import { type Section } from '../figure';
import { type DataSource, finish, type Host, NOON } from '../host';
import { median, ms } from '../timing';

/** Milliseconds until each answer. */
const LATENCY = 40;
const ROUNDS = 9;
const RANGE = { from: NOON - 91 * DAY, to: NOON - DAY };

/** When the first data and all data have arrived, with a slow service. */
export async function latency(host: Host): Promise<Section> {
  host.clock = NOON;
  host.service = bodyOf;
  host.latency = LATENCY;
  const one: number[] = [];
  const first: number[] = [];
  const all: number[] = [];
  const inTurn: number[] = [];
  const lastPanel: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await show(host, host.dataSource(), '1', { from: NOON - 2 * DAY, to: NOON - DAY });
    const panel = await show(host, host.dataSource());
    const sequential = await show(host, host.dataSource({ maxConcurrentRequests: 1 }));
    one.push(floor.all);
    first.push(panel.first);
    all.push(panel.all);
    inTurn.push(sequential.all);
    const dataSource = host.dataSource();
    const ten = await Promise.all(Array.from({ length: 10 }, (_, i) => show(host, dataSource, String(i + 1))));
    lastPanel.push(Math.max(...ten.map((shown) => shown.first)));
  }
  host.latency = 0;
  const floor = `L ${LATENCY} ms`;
  const baseline = `one request after the other ${ms(median(inTurn))}`;
  return {
    title: `Latency, L = ${LATENCY} ms a request`,
    figures: [
      {
        what: 'one request (the floor, with what the plugin adds)',
        value: median(one) / LATENCY,
        unit: 'x',
        of: `${ms(median(one))}; ${floor}`,
      },
      {
        what: '90 days: first data',
        value: median(first) / LATENCY,
        unit: 'x',
        bound: { atMost: 1.2 },
        of: `${ms(median(first))}; ${floor}; ${baseline}`,
      },
      {
        what: '90 days: all',
        value: median(all) / LATENCY,
        unit: 'x',
        of: `${ms(median(all))}; ${floor}; ${baseline}`,
      },
      {
        what: 'ten panels of other metrics, 90 days each: first data of the last',
        value: median(lastPanel) / LATENCY,
        unit: 'x',
        of: `${ms(median(lastPanel))}; ${floor}; 10 panels over 4 places: 3 L at best`,
      },
    ],
  };
}

/** Milliseconds from the query to the first packet with data, and to the last packet. */
async function show(host: Host, dataSource: DataSource, nodeId = '1', range = RANGE) {
  const request = host.request(range, { nodeId });
  const start = performance.now();
  let first = NaN;
  await finish(dataSource.query(request), (frames) => {
    if (Number.isNaN(first) && frames.some((frame) => frame.length > 0 && frame.meta?.dataTopic === undefined)) {
      first = performance.now() - start;
    }
  });
  return { first, all: performance.now() - start };
}
