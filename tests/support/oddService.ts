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
 * Metric data as the interface leaves it open: IDs that need encoding, numbers and times as text, nulls, points that are
 * irregular and sparser than requested, and ranges without their end. There are twenty metrics on three nodes.
 */
const ODD_NODES = [
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

const seriesOfMetric = (metric: string): Series => {
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

/** The body of a request for metric data. */
export function oddData({ segments, query }: WholeCall) {
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
