import { list, number, record, text } from '../service/read';
import { type Columns, EDGES, NO_POINTS, pick } from './columns';
import { parseIsoTime } from './isoTime';

/** JavaScript's dates end here, in epoch milliseconds: what lies beyond is no time. */
const LAST_TIME = 8.64e15;

/** Epoch milliseconds as text; four digits would rather be a year. */
const EPOCH = /^-?\d{5,}(\.\d+)?$/;

/** A metric data response (interface: Metric data response) as columns. */
export interface MetricData {
  columns: Columns;
  /** As the service returned them; v2 and services that leave them out have none. */
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

/** The body of a metric data response of either family; that it is one was seen to by `Operations.getMetricData`. */
export function decodeMetricData(body: unknown): MetricData {
  const { data, granularity, sourceGranularity, aggregation } = record(body);
  return {
    columns: decodeDatapoints(list(data)),
    granularity: text(granularity),
    sourceGranularity: text(sourceGranularity),
    aggregation: text(aggregation),
  };
}

interface Limits {
  up?: unknown;
  down?: unknown;
}

/** Interface: Metric datapoint; every part may be absent or null, and numbers may come as text. */
interface Datapoint {
  timestamp?: unknown;
  smoothened?: unknown;
  corridors?: { main?: Limits | null; sup?: Limits | null; inf?: Limits | null } | null;
}

/**
 * Datapoints (times as epoch milliseconds or ISO 8601) to columns in one pass, no object per point kept. Points without a
 * readable time are left out; points out of order are put in order, and of several of one time the last counts.
 */
export function decodeDatapoints(data: readonly unknown[]): Columns {
  const size = data.length;
  if (size === 0) {
    return NO_POINTS;
  }
  const time = new Float64Array(size);
  const smoothened = new Float64Array(size);
  const edges = EDGES.map(() => new Float64Array(size));
  const [mainUp, mainDown, supUp, supDown, infUp, infDown] = edges;
  let mains = 0;
  let sups = 0;
  let infs = 0;
  let length = 0;
  let latest = -Infinity;
  let ordered = true;
  for (let i = 0; i < size; i++) {
    const point = data[i] as Datapoint | null | undefined;
    if (typeof point !== 'object' || point === null) {
      continue;
    }
    const at = typeof point.timestamp === 'number' ? point.timestamp : parseTime(point.timestamp);
    if (!(at >= -LAST_TIME && at <= LAST_TIME)) {
      continue;
    }
    ordered = ordered && at > latest;
    latest = at;
    time[length] = at;
    smoothened[length] = value(point.smoothened);
    const corridors = point.corridors;
    const main = corridors?.main;
    if (main) {
      mainUp[length] = value(main.up);
      mainDown[length] = value(main.down);
      mains++;
    } else {
      mainUp[length] = mainDown[length] = NaN;
    }
    const sup = corridors?.sup;
    if (sup) {
      supUp[length] = value(sup.up);
      supDown[length] = value(sup.down);
      sups++;
    } else {
      supUp[length] = supDown[length] = NaN;
    }
    const inf = corridors?.inf;
    if (inf) {
      infUp[length] = value(inf.up);
      infDown[length] = value(inf.down);
      infs++;
    } else {
      infUp[length] = infDown[length] = NaN;
    }
    length++;
  }
  const fit = (column: Float64Array) => (length === size ? column : column.slice(0, length));
  const present = [mains, mains, sups, sups, infs, infs];
  const columns: Columns = {
    length,
    time: fit(time),
    smoothened: fit(smoothened),
    edges: edges.map((edge, e) => (present[e] > 0 ? fit(edge) : null)),
  };
  return ordered ? columns : inOrder(columns);
}

function value(raw: unknown): number {
  // Beyond what a double can hold JSON gives Infinity, which is no value to draw.
  return typeof raw === 'number' && raw - raw === 0 ? raw : typeof raw === 'string' ? (number(raw) ?? NaN) : NaN;
}

function parseTime(raw: unknown): number {
  return typeof raw === 'string' ? (EPOCH.test(raw) ? Number(raw) : parseIsoTime(raw)) : NaN;
}

function inOrder(columns: Columns): Columns {
  const { time } = columns;
  const rows = Array.from(time.keys()).sort((a, b) => time[a] - time[b] || a - b);
  const kept = rows.filter((row, i) => i === rows.length - 1 || time[row] !== time[rows[i + 1]]);
  return pick(columns, kept);
}
