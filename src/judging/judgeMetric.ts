import { type Columns, lowerBound, concat, view } from '../ground/columns';
import { expectedAt, isOutside, judge, type Judged, judgedView } from '../ground/judge';
import { down, HOUR, MINUTE, type Span, up } from '../ground/spans';
import { median } from './endedBy';
import { type Excursion, findExcursions, furthest, longestGap, type Worst } from './excursions';
import { pointsOf } from '../ground/spacing';
import { type Snapshot } from '../facts/snapshot';
import { type Store } from '../facts/store';
import { dataKey, type FinestData, finestData, type FinestRequest } from '../facts/metricData';
import { type Entry, mapEntry } from '../facts/reader';

/** Data of this age, in milliseconds, still shows the present state: refreshes and slow services need time. */
const LATE = 10 * MINUTE;
/** States are medians over this time, in milliseconds. Buckets begin at its multiples. */
const BUCKET = 15 * MINUTE;
/** A trend compares this much of the newest data with the time before it, in milliseconds. */
const NEWEST = 30 * MINUTE;
const BEFORE = HOUR;
/** By which share the two differ at least. */
const SHARE = 0.25;

/** How much of the newest data determines states, whatever a panel's range, in milliseconds. */
export const JUDGED_BY = 12 * HOUR;

export type MetricState = 'outside' | 'inside' | 'unknown';

/** How a metric that is outside moves: away from its corridors, back to them, or neither. */
export type Trend = 'worse' | 'steady' | 'better';

/** The newest value with a corridor. */
export interface Newest {
  /** Epoch milliseconds. */
  at: number;
  value: number;
  /** The span of all corridors of the point. */
  expectedFrom: number;
  expectedTo: number;
  /** Widths of the main corridor. 0 inside any corridor. Null without a main corridor of positive width. */
  deviation: number | null;
}

/** A metric in a time range, and its state at the end (or now, if that is earlier). Times are epoch milliseconds. */
export interface Judgment {
  state: MetricState;
  /** Since when it is in that state. Null if the state is unknown. */
  since: number | null;
  /** Whether the state began at `since`. Otherwise, it may have begun earlier. */
  isSinceKnown: boolean;
  /** Since when the newest points are on the other side, because few points don't change the state. Otherwise null. */
  contrarySince: number | null;
  /** Inside for the whole range, with data for all of it. */
  isInsideThroughout: boolean;
  /** For a metric that is outside. Null if unknown. */
  trend: Trend | null;
  /** Null if no value has a corridor. */
  newest: Newest | null;
  /** The times outside that touch the range, in order. The last one continues if the metric is outside. */
  excursions: Excursion[];
  /** The point furthest outside in the range (0 if inside throughout). Null without a main corridor of positive width. */
  worst: Worst | null;
}

export interface When {
  /** The range. */
  from: number;
  to: number;
  now: number;
  /** Milliseconds between the newest points. */
  step: number;
  /** Milliseconds between points where they are farthest apart. The default is the same. */
  widest?: number;
}

/**
 * Judges a metric by its points. It never fails, and states nothing about a time without points.
 *
 * @param columns in time order: the range's points, and earlier ones as far as they are known; the newest twelve hours at
 *   1m give every panel the same state
 * @param ofRange the points for `worst`, if they are others: a figure is from a single read
 */
export function judgeMetric(columns: Columns, when: When, ofRange?: Columns): Judgment {
  const { from, to, now, step, widest = step } = when;
  const judged = judge(columns);
  const inRange = ofRange ? judge(ofRange) : judgedView(judged, lowerBound(columns.time, from), columns.length);
  const rows = knownRows(judged);
  const row = rows.at(-1);
  const worst = worstOf(inRange);
  const unknown = {
    state: 'unknown' as const,
    since: null,
    isSinceKnown: false,
    contrarySince: null,
    isInsideThroughout: false,
    trend: null,
  };
  if (row === undefined) {
    return { ...unknown, excursions: [], newest: null, worst };
  }
  const newest = newestOf(judged, row);
  const touching = (excursions: readonly Excursion[]) =>
    excursions.filter((excursion) => (excursion.backAt ?? excursion.to) >= from);
  if (isOld(newest.at, when)) {
    return { ...unknown, excursions: touching(findExcursions(judged, widest).excursions), newest, worst };
  }
  const { excursions, ...state } = stateOf(judged, rows, step, widest);
  const calm = findExcursions(inRange, widest, from);
  const isInsideThroughout =
    state.state === 'inside' &&
    knownRows(inRange).length > 0 &&
    calm.excursions.length === 0 &&
    calm.knownSince === null &&
    Math.min(to, now) - newest.at <= longestGap(widest);
  return { ...state, excursions: touching(excursions), newest, worst, isInsideThroughout };
}

type State = Pick<Judgment, 'state' | 'since' | 'isSinceKnown' | 'contrarySince' | 'trend' | 'excursions'>;

/** The state at the newest of `rows`, from the newest buckets, and since when, from points. */
function stateOf(judged: Judged, rows: readonly number[], step: number, widest: number): State {
  const { time, distance } = judged;
  const deciding = decidingRows(time, rows, step);
  const isOut = (row: number) => isOutside(distance[row]);
  if (2 * deciding.filter(isOut).length >= deciding.length) {
    const { excursions } = findExcursions(judged, widest);
    const excursion = excursions[excursions.length - 1];
    return {
      state: 'outside',
      since: excursion.from,
      isSinceKnown: excursion.leftAt !== null,
      contrarySince: excursion.backAt,
      trend: trendOf(judged, excursion),
      excursions: [...excursions.slice(0, -1), { ...excursion, backAt: null }],
    };
  }
  // The newest points outside, if any, are not a time outside yet.
  const inside = rows.findLastIndex((row) => !isOut(row));
  const { excursions, knownSince } = findExcursions(judgedView(judged, 0, rows[inside] + 1), widest);
  const back = excursions.at(-1)?.backAt ?? 0;
  const since = Math.max(back, knownSince ?? time[rows[0]]);
  const contrary = rows[inside + 1];
  return {
    state: 'inside',
    since,
    isSinceKnown: since === back,
    contrarySince: contrary === undefined ? null : time[contrary],
    trend: null,
    excursions,
  };
}

/**
 * The rows of the newest bucket, and of the one before while the newest has fewer than half of its points, so that a single
 * point doesn't change a state. Data that is missing between them separates them.
 */
function decidingRows(time: Float64Array, rows: readonly number[], step: number): number[] {
  const bucket = down(time[rows[rows.length - 1]], BUCKET);
  const firstAt = rows.findIndex((row) => time[row] >= bucket);
  const isFew = 2 * (rows.length - firstAt) * step < BUCKET;
  let first = firstAt;
  while (
    isFew &&
    first > 0 &&
    time[rows[first - 1]] >= bucket - BUCKET &&
    time[rows[first]] - time[rows[first - 1]] <= longestGap(step)
  ) {
    first--;
  }
  return rows.slice(first);
}

/** The trend of a time outside: the median distance of its newest half hour against the hour before. */
function trendOf({ time, deviation }: Judged, { from, to }: Excursion): Trend | null {
  const distance = (after: number, until: number) => {
    const rows = [...time.keys()].filter((row) => time[row] > after && time[row] <= until && time[row] >= from);
    return median(rows.map((row) => Math.abs(deviation[row])).filter((widths) => !Number.isNaN(widths)));
  };
  const newest = distance(to - NEWEST, to);
  const before = distance(to - NEWEST - BEFORE, to - NEWEST);
  if (newest === null || before === null || Math.abs(newest - before) <= SHARE * before) {
    return newest === null || before === null ? null : 'steady';
  }
  return newest > before ? 'worse' : 'better';
}

/** Rows with a value and a corridor. */
function knownRows({ distance }: Judged): number[] {
  return Array.from(distance.keys()).filter((row) => !Number.isNaN(distance[row]));
}

function worstOf({ time, deviation }: Judged): Worst | null {
  return deviation.reduce<Worst | null>((worst, widths, row) => furthest(worst, widths, time[row]), null);
}

function newestOf(judged: Judged, row: number): Newest {
  const widths = judged.deviation[row];
  return {
    at: judged.time[row],
    value: judged.smoothened[row],
    ...expectedAt(judged, row),
    deviation: Number.isNaN(widths) ? null : widths,
  };
}

/** The time outside that continues at the end. Null if the metric is inside, or its state is unknown. */
export function presentExcursion({ state, excursions }: Judgment): Excursion | null {
  return state === 'outside' ? (excursions.at(-1) ?? null) : null;
}

/** Whether a point is too old for the state at the end of a range. */
export function isOld(at: number, { to, now, step }: When): boolean {
  return Math.min(to, now) - at > Math.max(LATE, 3 * step);
}

/** A metric without data: its last value, and when it came, in epoch milliseconds. Null if none was read. */
export interface Silence {
  last: { at: number; value: number } | null;
}

/** A metric with its judgment. Its range begins early enough for the newest twelve hours. */
export interface JudgedPoints extends FinestData {
  /** What could not be read of both. */
  missing: Snapshot['missing'];
  /** Null if values still arrive, with or without corridors, or if some could not be read. */
  silence: Silence | null;
  /** All these points, the finer ones for each time, and milliseconds between the newest. */
  points: { columns: Columns; step: number };
  judgment: Judgment;
  when: When;
  /** Milliseconds between the points of the range. Null without any. */
  resolution: number | null;
}

/** The number of requests for the newest twelve hours before a time. */
export function recentRequests(end: number, store: Store): number {
  return store.requestsFor({ from: recentStart(end), to: end }, '1m');
}

function recentStart(end: number): number {
  return up(end - JUDGED_BY, MINUTE);
}

/** A metric that is judged once its points are read, so that its state is the same on every page. */
export function judgedMetric(request: FinestRequest, range: Span, now: number, store: Store): Entry<JudgedPoints> {
  const end = Math.min(range.to, now);
  const finest = finestData(request, { from: range.from, to: end }, recentStart(end), store);
  const key = `judged ${dataKey(request)} ${JSON.stringify(range)}`;
  return mapEntry(key, finest, (data) => judgedPoints(data, range, now));
}

function judgedPoints(data: FinestData, { from, to }: Span, now: number): JudgedPoints {
  const { snapshot, recent } = data;
  const coarse = pointsOf(snapshot);
  const fine = recent && recent.points > 0 ? pointsOf(recent) : coarse;
  const when = { from, to, now, step: fine.step, widest: Math.max(fine.step, coarse.step) };
  const ofRange = view(coarse.columns, lowerBound(coarse.columns.time, from), coarse.columns.length);
  const columns = fine === coarse ? coarse.columns : joined(coarse.columns, fine.columns);
  const missing = [...snapshot.missing, ...(recent?.missing ?? [])];
  return {
    ...data,
    missing,
    silence: missing.length === 0 ? silenceOf(columns, when) : null,
    points: { columns, step: fine.step },
    judgment: judgeMetric(columns, when, ofRange),
    when,
    resolution: snapshot.points > 0 ? coarse.step : null,
  };
}

function silenceOf({ time, smoothened }: Columns, when: When): Silence | null {
  const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
  if (row < 0) {
    return { last: null };
  }
  return isOld(time[row], when) ? { last: { at: time[row], value: smoothened[row] } } : null;
}

/** The older points up to the start of the newer ones. */
function joined(older: Columns, newer: Columns): Columns {
  return concat([view(older, 0, lowerBound(older.time, newer.time[0])), newer]);
}
