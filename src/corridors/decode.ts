import { list, number, record, text, time as readTime } from '../service/read';
import { type Columns, EDGES, hasValue, NO_POINTS, pick } from './columns';

/** A metric data response (interface: Metric data response) as columns. */
interface MetricData {
  columns: Columns;
  /** As the service returned them; missing in v2 and from some services. */
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

/** The body of a metric data response of either family; `Operations.getMetricData` has checked that it is one. */
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

/** Interface: Metric datapoint; every part may be missing or null, and numbers may be text. */
interface Datapoint {
  timestamp?: unknown;
  smoothened?: unknown;
  corridors?: { main?: BandLimits | null; sup?: BandLimits | null; inf?: BandLimits | null } | null;
}

/**
 * Datapoints (times as epoch milliseconds or ISO 8601) to columns in one pass, no object per point kept. Points without a
 * readable time are left out; points out of order are put in order, and the last one of a time counts.
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
  for (const item of data) {
    const point = item as Datapoint | null | undefined;
    const at = timeOf(point?.timestamp);
    if (!point || at === null) {
      continue;
    }
    isOrdered = isOrdered && at > latest;
    latest = at;
    time[length] = at;
    smoothened[length] = valueOf(point.smoothened);
    // One by one, because a loop over the bands' names takes several times as long.
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
  return isOrdered ? columns : inOrder(columns);
}

function valueOf(raw: unknown): number {
  // JSON can contain a number that is infinite as a double.
  return typeof raw === 'number' && raw - raw === 0 ? raw : (number(raw) ?? NaN);
}

/** Epoch milliseconds of a timestamp; null if it can't be read. */
function timeOf(raw: unknown): number | null {
  // Nearly all texts have this form, which needs fewer checks than others.
  const parsed = typeof raw === 'string' && raw.length >= 20 && raw.endsWith('Z') ? Date.parse(raw) : NaN;
  return Number.isNaN(parsed) ? readTime(raw) : parsed;
}

function inOrder(columns: Columns): Columns {
  const { time } = columns;
  const rows = Array.from(time.keys()).sort((a, b) => time[a] - time[b] || a - b);
  const kept = rows.filter((row, i) => i === rows.length - 1 || time[row] !== time[rows[i + 1]]);
  return pick(columns, kept);
}
