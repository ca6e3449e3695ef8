import { unreadable } from './failure';
import { list, number, record, text, time as readTime } from './read';
import { type Columns, EDGES, hasValue, NO_POINTS, pick } from './columns';

/** A metric data response as columns. */
interface MetricData {
  columns: Columns;
  /** From the service. Missing in v2, and from some services. */
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

/** The body of a metric data response of either family. `Operations.getMetricData` has validated it. */
export function decodeMetricData(body: unknown): MetricData {
  const { data, granularity, sourceGranularity, aggregation } = record(body);
  return {
    columns: decodeDatapoints(list(data)),
    granularity: text(granularity),
    sourceGranularity: text(sourceGranularity),
    aggregation: text(aggregation),
  };
}

const NO_BANDS: NonNullable<Datapoint['corridors']> = {};

interface BandLimits {
  up?: unknown;
  down?: unknown;
}

/** Interface: Metric datapoint. Every part may be missing or null, and numbers may be text. */
interface Datapoint {
  timestamp?: unknown;
  smoothened?: unknown;
  corridors?: { main?: BandLimits | null; sup?: BandLimits | null; inf?: BandLimits | null } | null;
}

/**
 * Data points (times as epoch milliseconds or ISO 8601) to columns in one pass, without keeping an object per point.
 * Points without a readable time are omitted and counted. Points out of order are sorted, and the last one of a time counts.
 */
export function decodeDatapoints(data: readonly unknown[]): Columns {
  const size = data.length;
  const time = new Float64Array(size);
  const smoothened = new Float64Array(size);
  const edges = EDGES.map(() => new Float64Array(size));
  const [mainUp, mainDown, supUp, supDown, infUp, infDown] = edges;
  let length = 0;
  let latest = -Infinity;
  let isOrdered = true;
  let lost = 0;
  for (const item of data) {
    const point = item as Datapoint | null | undefined;
    const at = timeOf(point?.timestamp);
    if (!point || at === null) {
      lost += point ? 1 : 0;
      continue;
    }
    isOrdered = isOrdered && at > latest;
    latest = at;
    time[length] = at;
    smoothened[length] = valueOf(point.smoothened);
    // One by one, because a loop over the names of the bands is several times slower.
    const { main, sup, inf } = point.corridors ?? NO_BANDS;
    mainUp[length] = valueOf(main?.up);
    mainDown[length] = valueOf(main?.down);
    supUp[length] = valueOf(sup?.up);
    supDown[length] = valueOf(sup?.down);
    infUp[length] = valueOf(inf?.up);
    infDown[length] = valueOf(inf?.down);
    length++;
  }
  if (length === 0) {
    return NO_POINTS;
  }
  const fit = (column: Float64Array) => (length === size ? column : column.slice(0, length));
  const columns: Columns = {
    length,
    time: fit(time),
    smoothened: fit(smoothened),
    edges: edges.map(fit).map((edge) => (hasValue(edge) ? edge : null)),
  };
  return { ...(isOrdered ? columns : inOrder(columns)), lost };
}

function valueOf(raw: unknown): number {
  // JSON can contain a number that is infinite as a double.
  return typeof raw === 'number' && raw - raw === 0 ? raw : (number(raw) ?? NaN);
}

/** Epoch milliseconds, or null. Nearly all are `2026-03-29T12:34:56.789Z`, which needs no other form to be tried. */
function timeOf(raw: unknown): number | null {
  const isUsual = typeof raw === 'string' && raw.length === 24 && raw[10] === 'T' && raw[23] === 'Z';
  const time = isUsual ? Date.parse(raw) : NaN;
  return Number.isNaN(time) ? readTime(raw) : time;
}

function inOrder(columns: Columns): Columns {
  const { time } = columns;
  const rows = Array.from(time.keys()).sort((a, b) => time[a] - time[b] || a - b);
  const kept = rows.filter((row, i) => i === rows.length - 1 || time[row] !== time[rows[i + 1]]);
  return pick(columns, kept);
}

/** The answer of the forecast operation. The interface does not define its body. */
export interface Forecast {
  /** Its data points, or null if none can be found. */
  columns: Columns | null;
  /** The raw answer if it can't be parsed. */
  raw: unknown;
  /** The answer is an empty list of data points. */
  isEmpty: boolean;
}

/**
 * Any array of data points is accepted, at the top or in any field, up to three levels deep.
 *
 * @throws ServiceFailure if there are no data points and the answer reports an error
 */
export function decodeForecast(body: unknown): Forecast {
  const columns = search(body, 3);
  const { error, data = body } = record(body);
  if (!columns && error && typeof error !== 'number') {
    unreadable(body, []);
  }
  const isEmpty = columns === null && Array.isArray(data) && data.length === 0;
  return { columns, raw: columns ? undefined : body, isEmpty };
}

function search(value: unknown, depth: number): Columns | null {
  if (Array.isArray(value)) {
    const points = value.map(asDatapoint);
    const columns = decodeDatapoints(points.filter((point) => point !== null));
    return [columns.smoothened, ...columns.edges].some(hasValue) ? columns : null;
  }
  if (depth === 0 || typeof value !== 'object' || value === null) {
    return null;
  }
  for (const inner of Object.values(value)) {
    const found = search(inner, depth - 1);
    if (found) {
      return found;
    }
  }
  return null;
}

/** A data point whose corridors may be next to its timestamp instead of in `corridors`. */
function asDatapoint(value: unknown) {
  const point = record(value);
  const { timestamp, smoothened } = point;
  if (typeof timestamp !== 'number' && typeof timestamp !== 'string') {
    return null;
  }
  return { timestamp, smoothened, corridors: point.corridors ?? { main: point.main, sup: point.sup, inf: point.inf } };
}
