import { type WholeCall } from './wholeService';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How the odd service stores and returns a metric. */
interface Series {
  /** Distance of its points, whatever is requested. Undefined: as requested. */
  source?: number;
  /** How far a point may be from its regular time, as a share of the distance. */
  jitter: number;
  /** Numbers and times are text. */
  asText: boolean;
}

/**
 * A service that follows the interface, and does everything that it leaves open:
 *
 * - IDs that need encoding, undocumented words, nulls wherever they are allowed, numbers as text
 * - irregular points that are sparser than requested
 * - ranges without their end, pages that are shorter than requested
 *
 * It has twenty metrics on three nodes.
 */
export const ODD_NODES = [
  { id: 7, name: 'web-1', system: { id: 1, name: 'Shop' } },
  { id: 8, name: null, system: { id: 2, name: null } },
  { id: 9007199254740991, name: '<b>db</b>', system: null },
];

const NAMES = ['cpu', 'mem/used', 'a:b', 'é 50%', '__proto__', 'constructor', '..x', 'q?r=1', 'h#1', 'semi;colon'];
export const ODD_METRICS = Array.from({ length: 20 }, (_, i) => ({
  node: ODD_NODES[i % 3],
  id: NAMES[i] ?? `m${i}`,
  name: i % 4 === 3 ? null : `Metric ${i}`,
}));

export interface OddAlert {
  id: string;
  impact: string | null;
  from: number | null;
  /** Null: it continues. */
  to: number | null;
  metrics: number[];
}

export const seriesOfMetric = (metric: string): Series => {
  const i = ODD_METRICS.findIndex(({ id }) => id === metric);
  return {
    source: [undefined, 5 * MINUTE, 15 * MINUTE, HOUR][i % 4],
    jitter: i % 3 === 1 ? 0.1 : 0,
    asText: i % 5 === 2,
  };
};

export interface OddPoint {
  time: number;
  value: number | null;
  main: [up: number, down: number] | null;
  sup: [up: number, down: number] | null;
  inf: [up: number, down: number] | null;
}

const hash = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 100_003, 7);

/** The points of a metric in a range without its end. */
export function oddPoints(metric: string, from: number, to: number, asked: number): OddPoint[] {
  const { source, jitter } = seriesOfMetric(metric);
  const step = Math.max(source ?? 0, asked);
  const points: OddPoint[] = [];
  for (let place = Math.floor(from / step) - 1; place * step <= to + step; place++) {
    const chance = hash(`${metric}${place}`) / 100_003;
    const time = Math.round((place + (chance - 0.5) * 2 * jitter * 0.99) * step);
    const kind = place % 7;
    if (time >= from && time < to) {
      points.push({
        time,
        value: kind === 5 ? null : 100 + 60 * (chance - 0.5),
        // Sometimes inf is inside main, and sup encloses it. A main corridor has no width, or its upper edge is below the
        // lower one.
        main: kind === 6 ? null : kind === 4 ? [100, 100] : [110, 90],
        sup: place % 3 === 0 ? [118, 85] : null,
        inf: place % 4 === 1 ? [95, 92] : null,
      });
    }
  }
  return points;
}

export class OddService {
  alerts: OddAlert[] = [];
  /** Maximum of items on a page, whatever is requested. */
  page = 3;

  readonly body = (call: WholeCall): unknown => {
    const { segments, query, operation, at: now } = call;
    switch (operation.replace(/^v[12]\//, '')) {
      case 'alerts':
        return this.at(query.at === undefined ? now : Date.parse(query.at)).map((alert) =>
          this.alertOf(alert, now, query.expand === 'metrics')
        );
      case 'alerts/*':
        return this.alertOf(this.find(segments[2]), now, true);
      case 'alerts/*/events':
        return this.pageOf(this.eventsOf(this.find(segments[2]), query.expand === 'changes'), query, 10);
      case 'alerts/*/events/*':
        return this.eventsOf(this.find(segments[2]), true)[Number(segments[4])];
      case 'alerts/explore':
        return this.pageOf(
          this.searched(query, now).map((alert) => ({ ...this.alertOf(alert, now, false), impact: alert.impact })),
          query,
          50
        );
      case 'anomalies':
        return this.anomalies(Date.parse(query.from), Date.parse(query.to), query['with-metrics'] === 'true');
      case 'anomalies/current':
        return [];
      case 'alerts/explore/timeseries':
        return { bucket: query.bucket, from: query.from, to: query.to, buckets: [] };
      default:
        return operation.includes('metrics') ? this.metricData(call) : [];
    }
  };

  private find(id: string): OddAlert {
    const alert = this.alerts.find((other) => other.id === id);
    if (!alert) {
      throw new Error(`asked for the alert ${id}`);
    }
    return alert;
  }

  private at(moment: number) {
    return this.alerts.filter(({ from, to }) => (from ?? -Infinity) <= moment && (to === null || to > moment));
  }

  private searched({ at, from, to, impact, nodeId, statTypeId, minScore }: Record<string, string>, now: number) {
    const inTime = at
      ? this.at(Date.parse(at))
      : this.alerts.filter(
          (alert) => (alert.from ?? -Infinity) <= Date.parse(to) && (alert.to ?? now) >= Date.parse(from)
        );
    return inTime.filter(
      (alert) =>
        (!impact || impact === 'any' || impact === alert.impact) &&
        (!minScore || alert.metrics.length >= Number(minScore)) &&
        (!nodeId || alert.metrics.some((m) => String(ODD_METRICS[m].node.id) === nodeId)) &&
        (!statTypeId || alert.metrics.some((m) => ODD_METRICS[m].id === statTypeId))
    );
  }

  private alertOf({ id, impact, from, to, metrics }: OddAlert, now: number, withMetrics: boolean) {
    return {
      id,
      active: to === null,
      impact: impact ?? 'low',
      firstSeenAt: from === null ? null : new Date(from).toISOString(),
      lastSeenAt: new Date(to ?? Math.floor(now / MINUTE) * MINUTE).toISOString(),
      activeNodes: String(new Set(metrics.map((m) => ODD_METRICS[m].node)).size),
      activeMetrics: metrics.length,
      score: null,
      learningStatus: 'NaN',
      ...(withMetrics ? { metrics: metrics.map(metricOf) } : {}),
      somethingNew: { of: 'later' },
    };
  }

  private eventsOf({ id, impact, from, to, metrics }: OddAlert, withChanges: boolean) {
    const start = from ?? 0;
    const end = to ?? start + 2 * HOUR;
    const changes = [
      ...metrics.map((m, i) => ({ m, type: 'added', time: start + i * MINUTE })),
      { m: metrics[0], type: 'renamed', time: (start + end) / 2 },
      ...(to === null ? [] : [{ m: metrics[0], type: 'removed', time: end }]),
    ];
    return changes.map(({ m, type, time }, sequence) => ({
      id,
      sequence: String(sequence),
      eventType: sequence === 0 ? 'created' : type === 'removed' ? 'ended' : type === 'renamed' ? 'merged' : 'updated',
      eventOccurred: new Date(time).toISOString(),
      active: type !== 'removed',
      impact: impact ?? 'low',
      activeNodes: 1,
      activeMetrics: Math.min(sequence + 1, metrics.length),
      score: null,
      learningStatus: null,
      ...(withChanges
        ? { changes: [{ ...metricOf(m, sequence), type, values: type === 'removed' ? null : metricOf(m, sequence) }] }
        : {}),
    }));
  }

  private anomalies(from: number, to: number, withData: boolean) {
    return this.alerts
      .filter((alert) => (alert.from ?? 0) <= to && (alert.to ?? Infinity) >= from)
      .map((alert, i) => ({
        id: `an-${alert.id}`,
        severity: i % 3 === 2 ? 'purple' : 'severe',
        severity_num: 3,
        nodes_affected: 1,
        metrics_affected: alert.metrics.length,
        event_occured: new Date(Math.max(from, alert.from ?? 0)).toISOString(),
        event_type: 'updated',
        items: alert.metrics.map((m) => ({
          node: ODD_METRICS[m].node,
          metrics: [
            {
              id: ODD_METRICS[m].id,
              name: ODD_METRICS[m].name,
              metric_type: 'quaternion',
              aggregation: 'p99',
              severity: 'medium',
              severity_num: '2',
              started: null,
              updated: null,
              ...(withData ? { data: [] } : {}),
            },
          ],
        })),
      }));
  }

  private pageOf(items: unknown[], query: Record<string, string>, fallback: number) {
    const page = Number(query.page ?? 1);
    const limit = Math.min(this.page, Number(query.limit ?? fallback));
    return { page, limit, total: items.length, items: items.slice((page - 1) * limit, page * limit) };
  }

  private metricData({ segments, query }: WholeCall) {
    const metric = segments[segments.length - 1];
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
    const span = to - from;
    const rule = span <= 12 * HOUR ? '1m' : span <= 7 * DAY ? '15m' : '60m';
    const granularity = (segments[0] === 'v1' ? query.granularity : undefined) ?? rule;
    const { asText, source } = seriesOfMetric(metric);
    const say = (number: number | null) => (asText && number !== null ? String(number) : number);
    const band = (pair: [number, number] | null) => (pair ? { up: say(pair[0]), down: say(pair[1]) } : null);
    return {
      node: segments[segments.length - 2],
      metric,
      aggregation: query.aggregation ?? 'max',
      ...(segments[0] === 'v1'
        ? { granularity, sourceGranularity: source === 15 * MINUTE ? '15m' : source === HOUR ? '60m' : '1m' }
        : {}),
      data: oddPoints(metric, from, to, { '1m': MINUTE, '15m': 15 * MINUTE }[granularity] ?? HOUR).map((point) => ({
        timestamp: segments[0] === 'v1' && !asText ? point.time : new Date(point.time).toISOString(),
        smoothened: say(point.value),
        corridors: { main: band(point.main), sup: band(point.sup), inf: band(point.inf) },
      })),
    };
  }
}

const SEVERITIES = ['orange', 'blood_red', 'purple', 'green'];

function metricOf(m: number, i: number) {
  const { node, id, name } = ODD_METRICS[m];
  return {
    nodeId: node.id,
    nodeName: node.name,
    statTypeId: id,
    statTypeName: name,
    systemId: node.system?.id ?? null,
    systemName: node.system?.name ?? null,
    score: { adjusted: '1.5', contribution: i },
    learningStatus: 1,
    severity: SEVERITIES[i % 4],
    ...(i % 2 === 0 ? { type: 'drift' } : {}),
  };
}
