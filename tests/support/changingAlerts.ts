import { trueAnswer } from './trueAnswers';
import { type WholeCall } from './wholeService';
import { iso } from './times';

/** An alert over time. A service can show it at any moment. Times are epoch milliseconds. */
export interface ChangingAlert {
  id: string;
  /** In time order. The alert starts with the first. */
  states: Array<{ at: number; impact: string; nodes: number[]; severity?: string }>;
  end?: number;
}

interface World {
  alerts: readonly ChangingAlert[];
  /** Nothing happens after this moment. */
  frozenAt?: number;
  /** Which alerts a search finds: those that began in its range, those that were active in it, or also later ones. */
  finds?: 'begun' | 'active' | 'active or begun later';
}

/** The bodies of a service whose searches return the current rows, whatever the range. Its lists are of their moment. */
export function changingService({ alerts, frozenAt = Infinity, finds = 'active' }: World) {
  const clock = () => Math.min(Date.now(), frozenAt);
  const known = () => alerts.filter(({ states }) => states[0].at <= clock());
  return (call: WholeCall): unknown => {
    const { operation, segments, query } = call;
    const at = Math.min(query.at ? Date.parse(query.at) : clock(), frozenAt);
    if (/events$/.test(operation)) {
      const events = eventsOf(
        known().filter(({ id }) => id === segments[2]),
        clock()
      );
      return { page: 1, limit: 100, total: events.length, items: query.page === '1' ? events : [] };
    }
    if (/explore\/timeseries$/.test(operation)) {
      return countsOf(known(), query);
    }
    if (/explore$/.test(operation)) {
      const rows = known()
        .filter((alert) => isFound(alert, query, finds, clock()))
        .map((alert) => rowOf(alert, clock()));
      return { page: 1, limit: 200, total: rows.length, items: query.page === '1' ? rows : [] };
    }
    if (/alerts$/.test(operation)) {
      return known()
        .filter((alert) => isActive(alert, at))
        .map((alert) => ({ ...rowOf(alert, at), metrics: metricsOf(alert, at) }));
    }
    const one = /alerts\/\*$/.test(operation) && known().find(({ id }) => id === segments[2]);
    if (one) {
      return { ...rowOf(one, clock()), metrics: metricsOf(one, clock()) };
    }
    return /anomalies/.test(operation) ? [] : trueAnswer(call);
  };
}

function isActive({ states, end = Infinity }: ChangingAlert, at: number): boolean {
  return states[0].at <= at && at < end;
}

function stateAt({ states }: ChangingAlert, at: number) {
  return states.findLast((state) => state.at <= at) ?? states[0];
}

function rowOf(alert: ChangingAlert, at: number) {
  const active = isActive(alert, at);
  const { impact, nodes } = stateAt(alert, at);
  return {
    id: alert.id,
    active,
    impact,
    firstSeenAt: iso(alert.states[0].at),
    lastSeenAt: iso(active ? at : (alert.end ?? at)),
    activeNodes: active ? nodes.length : 0,
    activeMetrics: active ? nodes.length : 0,
    score: nodes.length,
    learningStatus: null,
  };
}

function metricsOf(alert: ChangingAlert, at: number) {
  const { nodes, severity = 'red' } = stateAt(alert, at);
  return nodes.map((nodeId) => ({ ...named(nodeId), severity, type: 'deviation', score: null, learningStatus: 1 }));
}

function named(nodeId: number) {
  return { nodeId, nodeName: null, statTypeId: 'cpu', statTypeName: null, systemId: 1, systemName: 'web' };
}

function eventsOf([alert]: ChangingAlert[], until: number) {
  if (!alert) {
    return [];
  }
  const { id, states, end = Infinity } = alert;
  const events = states.map(({ at, impact, nodes, severity = 'red' }, i) => {
    const before = states[i - 1]?.nodes ?? [];
    const change = (type: string) => (nodeId: number) => ({
      type,
      ...named(nodeId),
      values: { severity, type: 'deviation' },
    });
    return {
      id,
      sequence: i,
      eventType: i === 0 ? 'created' : 'updated',
      eventOccurred: iso(at),
      active: true,
      impact,
      activeNodes: nodes.length,
      activeMetrics: nodes.length,
      changes: [
        ...nodes.map((nodeId) => change(before.includes(nodeId) ? 'updated' : 'added')(nodeId)),
        ...before.filter((nodeId) => !nodes.includes(nodeId)).map(change('removed')),
      ],
    };
  });
  const last = {
    ...events[events.length - 1],
    sequence: events.length,
    eventType: 'ended',
    active: false,
    changes: [],
  };
  return [...events, ...(end === Infinity ? [] : [{ ...last, eventOccurred: iso(end) }])].filter(
    ({ eventOccurred }) => Date.parse(eventOccurred) <= until
  );
}

function isFound(alert: ChangingAlert, query: WholeCall['query'], finds: World['finds'], now: number): boolean {
  const { states, end = Infinity } = alert;
  const [from, to] = [Date.parse(query.from ?? query.at ?? ''), Date.parse(query.to ?? query.at ?? '')];
  const isIn = finds === 'begun' && !query.at ? states[0].at >= from : end >= from;
  const { impact, nodes } = stateAt(alert, now);
  const nodesSoFar = states.filter(({ at }) => at <= now).flatMap((state) => state.nodes);
  return (
    (states[0].at <= to || finds === 'active or begun later') &&
    isIn &&
    (!query.q || query.q === alert.id) &&
    (!query.impact || query.impact === 'any' || query.impact === impact) &&
    (!query.minScore || nodes.length >= Number(query.minScore)) &&
    (!query.nodeId || nodesSoFar.includes(Number(query.nodeId))) &&
    (!query.statTypeId || query.statTypeId === 'cpu')
  );
}

function countsOf(alerts: readonly ChangingAlert[], query: WholeCall['query']) {
  const width = { '15m': 900_000, '1h': 3_600_000, '4h': 14_400_000, '1d': 86_400_000 }[query.bucket] ?? 3_600_000;
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  const starts = Array.from({ length: Math.ceil((to - from) / width) }, (_, i) => from + i * width);
  const buckets = starts.map((start) => {
    const open = alerts.filter((alert) => isActive(alert, start));
    const count = (impact: string) => open.filter((alert) => stateAt(alert, start).impact === impact).length;
    const impacts = { low: count('low'), medium: count('medium'), high: count('high'), severe: count('severe') };
    return { start: iso(start), end: iso(start + width), active: open.length, impacts };
  });
  return { bucket: query.bucket, from: query.from, to: query.to, buckets };
}
