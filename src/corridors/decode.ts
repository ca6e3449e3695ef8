import { dateTimeOf, list, number, record, text } from '../service/read';
import { type Columns, EDGES, NO_POINTS, pick } from './columns';

/** JavaScript's dates end here, in epoch milliseconds: what is beyond is no time. */
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
  const timeOf = timeReader();
  for (let i = 0; i < size; i++) {
    const point = data[i] as Datapoint | null | undefined;
    if (typeof point !== 'object' || point === null) {
      continue;
    }
    const at = typeof point.timestamp === 'number' ? point.timestamp : timeOf(point.timestamp);
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

/** Length of `2026-01-31T`. */
const DAY_LENGTH = 11;

/**
 * Reads times that are no numbers: NaN if they are no times. Most points share their day with the one before; then only
 * the time of day is read, because `Date.parse` would take longer than the rest of the datapoint.
 */
function timeReader(): (raw: unknown) => number {
  let day = '';
  let start = NaN;
  return (raw) => {
    if (typeof raw !== 'string') {
      return NaN;
    }
    if ((raw.length !== 20 && raw.length !== 24) || !raw.endsWith('Z')) {
      return EPOCH.test(raw) ? Number(raw) : dateTimeOf(raw);
    }
    if (day === '' || !raw.startsWith(day)) {
      day = raw.slice(0, DAY_LENGTH);
      start = dateTimeOf(`${day}00:00:00Z`);
    }
    const time = start + timeOfDay(raw);
    return Number.isNaN(time) ? dateTimeOf(raw) : time;
  };
}

/** Milliseconds since midnight of `2026-01-31T14:02:00.000Z`, or NaN. */
function timeOfDay(text: string): number {
  const hour = digit(text, 11) * 10 + digit(text, 12);
  const minute = digit(text, 14) * 10 + digit(text, 15);
  const second = digit(text, 17) * 10 + digit(text, 18);
  const millisecond = text.length < 24 ? 0 : digit(text, 20) * 100 + digit(text, 21) * 10 + digit(text, 22);
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 + millisecond : NaN;
}

function digit(text: string, place: number): number {
  const value = text.charCodeAt(place) - 48;
  return value >= 0 && value <= 9 ? value : NaN;
}

function inOrder(columns: Columns): Columns {
  const { time } = columns;
  const rows = Array.from(time.keys()).sort((a, b) => time[a] - time[b] || a - b);
  const kept = rows.filter((row, i) => i === rows.length - 1 || time[row] !== time[rows[i + 1]]);
  return pick(columns, kept);
}
