import { type Columns, lowerBound } from '../corridors/columns';
import { isOutside, judge, type Judged, judgedView } from '../corridors/judge';
import { HOUR, MINUTE } from '../settings';
import { longestGap, findExcursions, type Excursion, furthest, type Worst } from './excursions';
import { bucketAt, isNewestOutside, type Trend, trendOf } from './trend';

/** Data of this age, in milliseconds, still counts as current: refreshes and slow services need time. */
const JUST_NOW = 10 * MINUTE;
/** A range that ended longer ago, in milliseconds, is in the past. */
const NOW_ISH = MINUTE;

/** How much of the newest data determines states, whatever a panel's range, in milliseconds. */
export const JUDGED_BY = 12 * HOUR;

export type MetricState = 'outside' | 'recovering' | 'inside' | 'unknown';

/** The newest value with a corridor. */
export interface Newest {
  /** Epoch milliseconds. */
  at: number;
  value: number;
  /** The corridor for the value: main, or another one that contains it. */
  expectedFrom: number;
  expectedTo: number;
  /** Widths of the main corridor. 0 inside any corridor. Null without a main corridor of positive width. */
  deviation: number | null;
}

/** A metric in a time range, and its state at the end (or now, if that is earlier). Times are epoch milliseconds. */
export interface Judgment {
  state: MetricState;
  /** Since when it is in that state (recovering counts as outside). Null if the state is unknown. */
  since: number | null;
  /** Whether the state began at `since`. Otherwise, it may have begun earlier. */
  isSinceKnown: boolean;
  /** It is inside, although its newest point is not: since `since`, fewer than half of the points are outside. */
  isMostly: boolean;
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
    isMostly: false,
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
  const { excursions, ...state } = stateOf(judged, rows, widest);
  const calm = findExcursions(inRange, widest, from);
  const isInsideThroughout =
    state.state === 'inside' &&
    knownRows(inRange).length > 0 &&
    calm.excursions.length === 0 &&
    calm.knownSince === null &&
    Math.min(to, now) - newest.at <= longestGap(widest);
  return { ...state, excursions: touching(excursions), newest, worst, isInsideThroughout };
}

type State = Pick<Judgment, 'state' | 'since' | 'isSinceKnown' | 'isMostly' | 'trend' | 'excursions'>;

/** The state at the newest of `rows`, from the newest bucket, and since when, from points. */
function stateOf(judged: Judged, rows: readonly number[], step: number): State {
  const { time, distance } = judged;
  const row = rows[rows.length - 1];
  if (isNewestOutside(judged, rows)) {
    const { excursions } = findExcursions(judged, step);
    const excursion = excursions[excursions.length - 1];
    // Some of the newest points may be inside.
    const present = { ...excursion, hasReturns: excursion.hasReturns || excursion.backAt !== null, backAt: null };
    const trend = trendOf(judged, excursion.from);
    return {
      state: trend === 'better' ? 'recovering' : 'outside',
      since: excursion.from,
      isSinceKnown: excursion.leftAt !== null,
      isMostly: false,
      trend,
      excursions: [...excursions.slice(0, -1), present],
    };
  }
  // The newest points outside, if any, are not a time outside yet.
  const inside = rows.findLastIndex((one) => !isOutside(distance[one]));
  const isMostly = isOutside(distance[row]);
  const { excursions, knownSince } = findExcursions(judgedView(judged, 0, (rows[inside] ?? -1) + 1), step);
  const bucket = bucketAt(time[row]);
  const back = excursions.at(-1)?.backAt ?? 0;
  const first = rows.find((one) => time[one] >= bucket) ?? row;
  const since = isMostly ? time[first] : Math.max(back, knownSince ?? time[rows[0]]);
  return { state: 'inside', since, isSinceKnown: !isMostly && since === back, isMostly, trend: null, excursions };
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
  return state === 'outside' || state === 'recovering' ? (excursions.at(-1) ?? null) : null;
}

/** Whether a point is too old for the state at the end of a range. */
export function isOld(at: number, { to, now, step }: When): boolean {
  return Math.min(to, now) - at > Math.max(JUST_NOW, 3 * step);
}

/** Whether a range is in the past, so that it is judged as of its end. */
export function isPast({ to, now }: Pick<When, 'to' | 'now'>): boolean {
  return now - to > NOW_ISH;
}

/** The corridor for a value. The row has a value and a complete corridor. */
function expectedAt({ smoothened, edges }: Columns, row: number): Pick<Newest, 'expectedFrom' | 'expectedTo'> {
  const value = smoothened[row];
  const bands = [0, 2, 4].flatMap((band) => {
    const [one, other] = [edges[band]?.[row] ?? NaN, edges[band + 1]?.[row] ?? NaN];
    return Number.isNaN(one + other)
      ? []
      : [{ isMain: band === 0, expectedFrom: Math.min(one, other), expectedTo: Math.max(one, other) }];
  });
  const distanceTo = ({ expectedFrom, expectedTo }: (typeof bands)[number]) =>
    Math.max(0, expectedFrom - value, value - expectedTo);
  const nearest = bands.reduce((best, band) => (distanceTo(band) < distanceTo(best) ? band : best));
  const band = distanceTo(nearest) === 0 ? nearest : (bands.find(({ isMain }) => isMain) ?? nearest);
  return { expectedFrom: band.expectedFrom, expectedTo: band.expectedTo };
}
