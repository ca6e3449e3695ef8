import { type Columns } from '../corridors/columns';
import { isOutside, judge } from '../corridors/judge';
import { MINUTE } from '../settings';
import { isRecovering } from './recovery';
import { calmOf, findStays, type Stay, worse, type Worst } from './stays';

/** Data this old, in milliseconds, still describes now: refreshes and slow services take their time. */
const JUST_NOW = 10 * MINUTE;

export type MetricState = 'outside' | 'recovering' | 'inside' | 'unknown';

/** The newest value that has a corridor. */
export interface Newest {
  /** Epoch milliseconds. */
  at: number;
  value: number;
  /** The corridor that the value is measured against: main, or the other one that it is inside. */
  expectedFrom: number;
  expectedTo: number;
  /** Widths of the main corridor; 0 inside any corridor; null without a main corridor of positive width. */
  deviation: number | null;
}

/** How a metric was in a time range, and how it is at the end of it (or now, if that is earlier). Times are epoch milliseconds. */
export interface Judgment {
  state: MetricState;
  /** Since when it is in that state (recovering counts as outside); null if the state is unknown. */
  since: number | null;
  /** Whether the state began at `since`; otherwise it can have begun earlier. */
  isSinceKnown: boolean;
  /** Inside for the whole range, and data for all of it. */
  isInsideThroughout: boolean;
  /** Null if no value has a corridor. */
  newest: Newest | null;
  /** The times outside, in order. */
  stays: Stay[];
  /** The point furthest outside in the range (0 if inside throughout); null without a main corridor of positive width. */
  worst: Worst | null;
}

export interface When {
  /** The range. */
  from: number;
  to: number;
  now: number;
  /** Milliseconds between points. */
  step: number;
}

/** Judges a metric by its points. It never fails, and states nothing of a time that has no points. @param columns the range's points, in time order */
export function judgeMetric(columns: Columns, { from, to, now, step }: When): Judgment {
  const { distance, deviation } = judge(columns);
  const { stays, knownSince } = findStays(columns, step, from);
  const rows = Array.from(distance.keys()).filter((row) => !Number.isNaN(distance[row]));
  const widthsAt = (row: number) => deviation[row];
  const judgment = {
    stays,
    newest: null,
    worst: rows.reduce<Worst | null>((worst, row) => worse(worst, widthsAt(row), columns.time[row]), null),
    isInsideThroughout: false,
  };
  const unknown = { state: 'unknown' as const, since: null, isSinceKnown: false };
  if (rows.length === 0) {
    return { ...judgment, ...unknown };
  }
  const row = rows[rows.length - 1];
  const at = columns.time[row];
  const widths = widthsAt(row);
  const newest: Newest = {
    at,
    value: columns.smoothened[row],
    ...expectedAt(columns, row),
    deviation: Number.isNaN(widths) ? null : widths,
  };
  if (Math.min(to, now) - at > Math.max(JUST_NOW, 3 * step)) {
    return { ...judgment, ...unknown, newest };
  }
  const stay = stays.at(-1);
  if (stay && isOutside(distance[row])) {
    const path = rows.filter((one) => columns.time[one] >= stay.from);
    const isBack = isRecovering({
      values: path.map((one) => columns.smoothened[one]),
      distance: path.map((one) => distance[one]),
      widths: path.map(widthsAt),
    });
    const state = isBack ? 'recovering' : 'outside';
    return { ...judgment, newest, state, since: stay.from, isSinceKnown: stay.leftAt !== null };
  }
  const since = Math.max(stay?.backAt ?? 0, knownSince ?? columns.time[rows[0]]);
  return {
    ...judgment,
    newest,
    state: 'inside',
    since,
    isSinceKnown: since === stay?.backAt,
    isInsideThroughout: !stay && knownSince === null && Math.min(to, now) - at <= calmOf(step),
  };
}

/** The stay that continues at the end; null if the metric is inside, or if its state is not known. */
export function presentStay({ state, stays }: Judgment): Stay | null {
  return state === 'outside' || state === 'recovering' ? (stays.at(-1) ?? null) : null;
}

/** Whether a range ended too long ago to describe now. */
export function isPast({ to, now }: Pick<When, 'to' | 'now'>): boolean {
  return now - to > JUST_NOW;
}

/** The corridor that a value is measured against. The row has a value and a whole corridor. */
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
