import { type Fault, type WholeCall } from '../wholeService';
import { pointsOf } from './points';
import { eventRows, iso, rowOf } from './rows';
import { DAY, HOUR, IMPACTS, metricsUpTo, MINUTE, stateAt, type World, type WorldAlert } from './truth';

/** The answers of the world's service. */

const STEPS: Record<string, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR, '1h': HOUR };
const BUCKETS: Record<string, number> = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY };
const GRANULARITIES: Record<number, string> = { [MINUTE]: '1m', [15 * MINUTE]: '15m', [HOUR]: '60m' };

/** The body of an answer, or its failure. */
export type Given = { body: unknown } | { fault: Fault };

export function answerOf(world: World, call: WholeCall): Given {
  const { segments, query, operation, at } = call;
  const withChanges = query.expand === 'changes';
  switch (operation.replace(/^v[12]\//, '')) {
    case 'alerts':
      return { body: activeAt(world, momentOf(query.at, at), at, query.expand === 'metrics') };
    case 'alerts/*':
      return found(singleOf(world, segments[2], momentOf(query.at, at), query.at !== undefined));
    case 'alerts/*/events':
      return found(eventsOf(world, segments[2], at, withChanges), (rows) => pageOf(world, rows, query, 10));
    case 'alerts/*/events/*':
      return found(eventsOf(world, segments[2], at, true)?.[Number(segments[4])]);
    case 'alerts/explore':
      return { body: pageOf(world, searched(world, query, at), query, 50) };
    case 'alerts/explore/timeseries':
      return { body: countsOf(world, query, at) };
    case 'corridors/*/*/forecast':
      return { body: forecastOf(world, call) };
    default:
      return operation.includes('anomalies') ? anomaliesOf(world, call) : metricData(world, call);
  }
}

const NOT_FOUND: Given = { fault: { status: 404, text: '{"message":"not found"}' } };

function found<T>(value: T | undefined, body: (value: T) => unknown = (whole) => whole): Given {
  return value === undefined ? NOT_FOUND : { body: body(value) };
}

function momentOf(text: string | undefined, at: number): number {
  return text === undefined ? at : Math.min(Date.parse(text), at);
}

function activeAt(world: World, moment: number, now: number, withMetrics: boolean) {
  return world.alerts
    .filter((alert) => stateAt(alert, Math.min(moment, now))?.active)
    .map((alert) => rowOf(world, alert, moment, withMetrics));
}

function begun(world: World, at: number): WorldAlert[] {
  return world.alerts.filter(({ events }) => events[0].at <= at);
}

function singleOf(world: World, id: string, moment: number, mustBeActive: boolean) {
  const alert = begun(world, moment).find((one) => one.id === id);
  return alert && (!mustBeActive || stateAt(alert, moment)?.active) ? rowOf(world, alert, moment, true) : undefined;
}

function eventsOf(world: World, id: string, at: number, withChanges: boolean) {
  const alert = begun(world, at).find((one) => one.id === id);
  return alert && eventRows(world, alert, at, withChanges);
}

function pageOf(world: World, items: unknown[], query: WholeCall['query'], fallback: number) {
  const page = Number(query.page ?? 1);
  const limit = Math.min(world.reading.page, Number(query.limit ?? fallback));
  return { page, limit, total: items.length, items: items.slice((page - 1) * limit, page * limit) };
}

/** The rows that a search finds, in their current state (with `at`: in their state then). */
function searched(world: World, query: WholeCall['query'], now: number) {
  const moment = momentOf(query.at, now);
  const inTime = begun(world, moment).filter((alert) =>
    query.at ? stateAt(alert, moment)?.active : isIn(world, alert, query, now)
  );
  const rows = inTime
    .filter((alert) => isNamed(world, alert, query, moment))
    .map((alert) => rowOf(world, alert, moment, false))
    .filter(
      ({ impact, score }) =>
        !(query.impact && query.impact !== 'any' && query.impact !== impact) &&
        !(query.minScore && score < Number(query.minScore))
    );
  const rank = { newest: 0, oldest: 0, severe: 0 };
  return rows.sort((a, b) => {
    const later = Date.parse(b.firstSeenAt) - Date.parse(a.firstSeenAt);
    const worse = IMPACTS.indexOf(b.impact as 'low') - IMPACTS.indexOf(a.impact as 'low');
    return { ...rank, newest: later, oldest: -later, severe: worse || later }[world.reading.order];
  });
}

function isIn({ reading }: World, { events, end = Infinity }: WorldAlert, query: WholeCall['query'], now: number) {
  const from = query.from === undefined ? -Infinity : Date.parse(query.from);
  const to = query.to === undefined ? now : Date.parse(query.to);
  return events[0].at <= to && (reading.finds === 'begun' ? events[0].at >= from : end >= from);
}

/** Whether `q`, `nodeId`, and `statTypeId` select an alert by one of its metrics so far. */
function isNamed({ metrics, reading }: World, alert: WorldAlert, query: WholeCall['query'], moment: number): boolean {
  const own = metricsUpTo(alert, moment).map((metric) => metrics[metric]);
  const text = (query.q ?? '').toLowerCase();
  const texts = own.flatMap(({ nodeName, statTypeName, systemName }) => [nodeName, statTypeName, systemName]);
  const matches = {
    names: () => texts.some((name) => name?.toLowerCase().includes(text)),
    ids: () =>
      alert.id === query.q || own.some(({ nodeId, statTypeId }) => [String(nodeId), statTypeId].includes(query.q)),
    nothing: () => true,
  }[reading.text];
  return (
    (!query.q || matches()) &&
    own.some(
      ({ nodeId, statTypeId }) =>
        (!query.nodeId || query.nodeId === String(nodeId)) && (!query.statTypeId || query.statTypeId === statTypeId)
    )
  );
}

function countsOf(world: World, query: WholeCall['query'], now: number) {
  const width = BUCKETS[query.bucket];
  const buckets = [];
  for (let start = Math.floor(Date.parse(query.from) / width) * width; start < Date.parse(query.to); start += width) {
    const end = Math.min(start + width, now);
    const there = begun(world, end).filter(
      (alert) => (alert.end ?? Infinity) > start && isNamed(world, alert, query, end)
    );
    const count = (impact: string) => there.filter((alert) => stateAt(alert, end)?.impact === impact).length;
    const impacts = { low: count('low'), medium: count('medium'), high: count('high'), severe: count('severe') };
    buckets.push({ start: iso(start), end: iso(start + width), active: there.length, impacts });
  }
  return { bucket: query.bucket, from: query.from, to: query.to, buckets };
}

function anomaliesOf(world: World, { segments, query, operation, at }: WholeCall): Given {
  const withData = query['with-metrics'] === 'true';
  const known = begun(world, at);
  const to = momentOf(query.to, at);
  const all = () => known.map((alert) => anomalyOf(world, alert, at, withData));
  switch (operation.replace(/^v2\//, '')) {
    case 'anomalies':
      return {
        body: all().filter(
          ({ event_occured }) => event_occured >= query.from && event_occured <= iso(Date.parse(query.to))
        ),
      };
    case 'anomalies/current':
      return {
        body: known.filter((alert) => stateAt(alert, to)?.active).map((alert) => anomalyOf(world, alert, to, false)),
      };
    case 'anomalies/unread':
      return { body: { new: all().slice(0, 1), updated: all().slice(1, 2), closed: all().slice(2, 3) } };
    case 'anomalies/*':
      return found(
        known.find(({ id }) => id === segments[2]),
        (alert) =>
          alert.events
            .filter((event) => event.at <= at)
            .map((event, i) => {
              const { items: _, ...trimmed } = anomalyOf(world, alert, event.at, false);
              return { ...trimmed, update_id: `u${i}` };
            })
      );
    default: {
      const alert = known.find(({ id }) => id === segments[2]);
      const event = alert?.events.filter((one) => one.at <= at)[Number(segments[4].slice(1))];
      return found(alert && event ? anomalyOf(world, alert, event.at, withData) : undefined);
    }
  }
}

const ANOMALY_SEVERITY: Record<string, string> = { low: 'low', medium: 'medium', high: 'medium', severe: 'severe' };

function anomalyOf(world: World, alert: WorldAlert, at: number, withData: boolean) {
  const state = stateAt(alert, at);
  const isOver = (alert.end ?? Infinity) <= at;
  const last = isOver ? (alert.end ?? at) : (alert.events.findLast((event) => event.at <= at)?.at ?? at);
  const severity = ANOMALY_SEVERITY[state?.impact ?? 'low'];
  const severity_num = ['low', 'medium', 'severe'].indexOf(severity) + 1;
  const own = state?.metrics ?? [];
  const range = { from: alert.events[0].at, to: last, step: 15 * MINUTE, at };
  return {
    id: alert.id,
    severity,
    severity_num,
    nodes_affected: new Set(own.map(({ metric }) => world.metrics[metric].nodeId)).size,
    metrics_affected: own.length,
    event_occured: iso(last),
    event_type: isOver ? 'ended' : last === alert.events[0].at ? 'created' : 'updated',
    items: own.map(({ metric }) => {
      const { nodeId, nodeName, statTypeId, statTypeName, systemId, systemName } = world.metrics[metric];
      return {
        node: { id: nodeId, name: nodeName ?? '', system: { id: systemId ?? 3, name: systemName ?? '' } },
        metrics: [
          {
            id: statTypeId,
            name: statTypeName ?? '',
            metric_type: 'double',
            aggregation: 'avg',
            severity,
            severity_num,
            started: iso(range.from),
            updated: iso(last),
            ...(withData
              ? {
                  data: pointsOf(world, metric, range).map(({ time, ...point }) => ({
                    timestamp: iso(time),
                    ...point,
                  })),
                }
              : {}),
          },
        ],
      };
    }),
  };
}

function metricData(world: World, { segments, query, at }: WholeCall): Given {
  const isV2 = segments[0] === 'v2';
  const [node, metric] = segments.slice(-2);
  const place = placeOf(world, node, metric);
  const to = query.to === undefined ? at : Date.parse(query.to);
  const from = query.from === undefined ? to - 15 * MINUTE : Date.parse(query.from);
  const rule = to - from <= 12 * HOUR ? '1m' : to - from <= 7 * DAY ? '15m' : '60m';
  const granularity = query.granularity ?? rule;
  if (place < 0 && world.reading.unknownMetric === 400) {
    return { fault: { status: 400, text: '{"message":"no such metric"}' } };
  }
  const points = place < 0 ? [] : pointsOf(world, place, { from, to, step: STEPS[granularity], at });
  const data = points.map(({ time, ...point }) => ({ timestamp: isV2 ? iso(time) : time, ...point }));
  const told = { node: Number(node), metric, aggregation: query.aggregation ?? 'avg' };
  const sourceGranularity = GRANULARITIES[world.metrics[Math.max(0, place)].source];
  return { body: isV2 ? { ...told, data } : { ...told, granularity, sourceGranularity, data } };
}

function placeOf({ metrics }: World, node: string, metric: string): number {
  return metrics.findIndex(({ nodeId, statTypeId }) => String(nodeId) === node && statTypeId === metric);
}

/** The corridors of the next six hours, as the metric will have them. */
function forecastOf(world: World, { segments, at }: WholeCall) {
  const [, , node, metric] = segments;
  const place = placeOf(world, node, metric);
  const from = Math.ceil(at / (15 * MINUTE)) * 15 * MINUTE;
  const range = { from, to: from + 6 * HOUR, step: 15 * MINUTE, at: Infinity };
  const points = place < 0 || !world.reading.forecast ? [] : pointsOf(world, place, range);
  return {
    node: Number(node),
    metric,
    data: points.map(({ time, corridors }) => ({ timestamp: iso(time), corridors })),
  };
}
