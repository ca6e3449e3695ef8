import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { trueAnswer } from '../support/trueAnswers';
import { iso } from '../support/times';
import { type WholeCall } from '../support/wholeService';

/** Answers take a second, so that requests in the same second are one round trip. */

const NOW = Date.UTC(2026, 10, 21, 12);
const ROUND = 1000;

startTestsAt(NOW);

interface World {
  /** Active alerts, the worst first, and an earlier one three weeks before each, by the nodes of their metrics. */
  alerts: Record<string, number[]>;
  /** The hours since their start, by default 5. */
  age?: Record<string, number>;
  /** The number of events after the first. */
  updates?: number;
}

/** The requests, each with its round. */
async function roundsOf(queries: Array<Partial<AnomalyQuery>>, world: World, maxConcurrentRequests = 12) {
  const { service, panel } = wholePanel({ jsonData: { maxConcurrentRequests } });
  service.latency = ROUND;
  service.body = (call) => bodyOf(call, world);
  const start = Date.now();
  const targets = queries.map((query, i) => ({ refId: 'ABC'[i], ...query }));
  const asked = panel.ask(targets, { from: NOW - 6 * HOUR, to: NOW });
  await ended(asked);
  expect(asked.packets.at(-1)?.errors ?? []).toEqual([]);
  const calls = service.calls.map(({ at, segments, query }) => ({
    round: 1 + Math.floor((at - start) / ROUND),
    path: segments.join('/'),
    nodeId: query.nodeId as string | undefined,
  }));
  return (matches: (call: (typeof calls)[number]) => boolean) =>
    calls.filter((call) => matches(call)).map(({ round }) => round);
}

function bodyOf(call: WholeCall, { alerts, age = {}, updates = 0 }: World): unknown {
  const { operation, segments, query } = call;
  const startOf = (id: string) => NOW - (age[id] ?? 5) * HOUR;
  const rows = Object.keys(alerts).flatMap((id, i) => [
    { ...rowOf(id, startOf(id), null), impact: i === 0 ? 'severe' : 'high' },
    rowOf(`old ${id}`, startOf(id) - 21 * DAY, startOf(id) - 20 * DAY),
  ]);
  if (/events$/.test(operation)) {
    const row = rows.find(({ id }) => id === segments[2]);
    const own = segments[2].replace('old ', '');
    const nodes = alerts[own];
    const began = startOf(own);
    const all = Array.from({ length: 1 + updates }, (_, i) => eventOf(i, began, i === 0 ? nodes : []));
    const page = Number(query.page);
    const items = all
      .slice(100 * (page - 1), 100 * page)
      .map((event) => ({ ...event, id: row?.id, impact: row?.impact }));
    return { page, limit: 100, total: all.length, items };
  }
  if (/explore$/.test(operation)) {
    const found = rows.filter(
      ({ id, firstSeenAt, lastSeenAt }) =>
        firstSeenAt <= query.to &&
        lastSeenAt >= query.from &&
        (!query.nodeId || alerts[id.replace('old ', '')].includes(Number(query.nodeId)))
    );
    return { page: 1, limit: 200, total: found.length, items: found };
  }
  if (/alerts$/.test(operation)) {
    return query.at ? [] : rows.filter(({ active }) => active);
  }
  return /anomalies/.test(operation) ? [] : trueAnswer(call);
}

function rowOf(id: string, from: number, to: number | null) {
  const times = { firstSeenAt: iso(from), lastSeenAt: iso(to ?? NOW) };
  return { id, active: to === null, impact: 'high', activeNodes: 1, activeMetrics: 1, score: 1, ...times };
}

function eventOf(sequence: number, began: number, nodes: number[]) {
  const values = { severity: 'red', type: 'deviation' };
  const changes = nodes.map((nodeId) => ({ type: 'added', nodeId, statTypeId: 'm', statTypeName: 'm', values }));
  const eventOccurred = iso(began + sequence * 1000);
  return {
    sequence,
    eventType: sequence === 0 ? 'created' : 'updated',
    eventOccurred,
    active: true,
    changes,
  };
}

it('the events of a long alert take two rounds: the first page, then all others', async () => {
  const rounds = await roundsOf([{ queryType: 'alertEvents', alertId: 'a' }], { alerts: { a: [1] }, updates: 820 });
  expect(rounds(({ path }) => path.endsWith('/events'))).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2]);
});

const EARLIER: Partial<AnomalyQuery> = { queryType: 'alertSearch', earlier: true };

it('earlier alerts take one search for each first metric, after the first events', async () => {
  const rounds = await roundsOf([EARLIER], { alerts: { a: [1, 2, 3], b: [9] } });
  expect(rounds(({ path, nodeId }) => path.endsWith('/explore') && nodeId !== undefined)).toEqual([3, 3]);
});

it('alerts in view later use the searches of incidents', async () => {
  const { service, panel } = wholePanel();
  service.body = (call) => bodyOf(call, { alerts: { worst: [1], late: [2] }, age: { worst: 30, late: 2 } });
  const look = async (query: Partial<AnomalyQuery>) => {
    service.calls.length = 0;
    await ended(panel.ask({ ...EARLIER, ...query }, { from: NOW - 6 * HOUR, to: NOW }));
    return service.calls.flatMap(({ query: { nodeId } }) => (nodeId ? [Number(nodeId)] : []));
  };
  expect(await look({ format: 'incidents' })).toEqual([1, 2]);
  expect(await look({})).toEqual([]);
});
