import { type Columns, concat, lengthOf, lowerBound, slice, upperBound, view } from '../ground/columns';
import { down, type Span, without } from '../ground/spans';
import { LATE } from './plan';

/* The spans of a series that were read. */

/**
 * A span that was read, and when it was requested, in epoch milliseconds: its points are reused as long as that is allowed.
 * `STALE` if they must be read again, because they may still change, or are too old. Until then, they are shown.
 */
export type ReadSpan = Span & { at: number };

export const STALE = -Infinity;

/** The points of a series in a span. */
export interface SeriesSpan extends Span {
  nodeId: string;
  metricId: string;
  /** Empty: the service decides. */
  aggregation: string;
}

/** Neighbors that were read within this share of their reuse time become one span, so that refreshes don't accumulate spans. */
const MERGE_SHARE = 1 / 12;

/** The maximum of spans of a series. Beyond that, the oldest part of its range counts as never read. */
const MOST_SPANS = 500;

/**
 * The spans with `added`, which replaces what it overlaps. In time order, without overlaps. Expired spans become stale, so
 * that they are joined with their neighbors, whatever their ages.
 *
 * @param reuseFor milliseconds during which a span is reused
 */
function cover(spans: readonly ReadSpan[], added: ReadSpan, now: number, reuseFor: number): ReadSpan[] {
  if (added.to <= added.from) {
    return [...spans];
  }
  const merged: ReadSpan[] = [];
  for (const span of [...uncover(spans, added), added].sort((a, b) => a.from - b.from)) {
    const next = serves(span, now, reuseFor) ? span : { ...span, at: STALE };
    const last = merged.at(-1);
    const isAlike = last?.at === next.at || Math.abs(Number(last?.at) - next.at) <= reuseFor * MERGE_SHARE;
    if (last?.to === next.from && isAlike) {
      // The older read counts: a span may be reused for less time than allowed, never for more.
      merged[merged.length - 1] = { from: last.from, to: next.to, at: Math.min(last.at, next.at) };
    } else {
      merged.push(next);
    }
  }
  return merged.slice(-MOST_SPANS);
}

/** The spans without their part in `span`. */
function uncover(spans: readonly ReadSpan[], span: Span): ReadSpan[] {
  return spans.flatMap((covered) => without(covered, [span]).map((piece) => ({ ...covered, ...piece })));
}

/** The parts of `span` to read: without data, or with data that is too old at `now`. In time order. */
export function gaps(spans: readonly ReadSpan[], span: Span, now: number, reuseFor: number): Span[] {
  return without(
    span,
    spans.filter((covered) => serves(covered, now, reuseFor))
  );
}

function serves({ at }: ReadSpan, now: number, reuseFor: number): boolean {
  return now - at <= reuseFor;
}

/** How far a read of a span counts: up to `settled` it is reused, from there to `seen` its points may still change. */
interface Counts {
  settled: number;
  seen: number;
}

/**
 * In the last 24 h, a span only counts as read up to the newest point, so that late data is found. The newest
 * `refreshOverlap`, at least the two newest steps, must be read again. If the data ends before the span, the two newest
 * steps are those of the data.
 *
 * @param newest the time of the newest point of the answer, or undefined if it was empty
 */
export function countsUntil(span: ReadSpan, newest: number | undefined, step: number, refreshOverlap: number): Counts {
  const within = (time: number) => Math.min(span.to, Math.max(span.from, time));
  const dataEnd = newest === undefined ? -Infinity : newest + step;
  const moving = Math.min(span.at - refreshOverlap, down(span.at, step) - step);
  const settled = Math.min(moving, dataEnd < span.to ? dataEnd - 2 * step : span.to);
  return { settled: within(Math.max(span.at - LATE, settled)), seen: within(Math.max(span.at - LATE, dataEnd)) };
}

/** Other fields of a metric data response, unchanged. */
export interface Metadata {
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

/** Panels that read within this many milliseconds belong to the same page. */
const PAGE = 5_000;

/** The memory of a series and of one of its spans, in points. */
const BASE_WEIGHT = 50;
const SPAN_WEIGHT = 2;

/**
 * The data of one series: its points, in segments in time order without overlaps, and the spans that were read. Segments
 * are immutable, and only replaced.
 */
export class Series {
  private segments: Columns[] = [];
  /** The spans that were read. */
  covered: readonly ReadSpan[] = [];
  /** The read that ended last. */
  justRead: ReadSpan | null = null;
  points = 0;
  /** The answers that were inserted. Panels that wait for the same request get the same answer. */
  readonly taken = new WeakSet<object>();
  /** What the service last returned about the series. */
  metadata: Metadata = { granularity: null, sourceGranularity: null, aggregation: null };

  /**
   * Inserts the points of a read of `span`. They replace all points inside the span. A point at either end only replaces
   * one with the same time, since the service's ranges may exclude it. Points outside are omitted, because they were not
   * requested here. Earlier reads no longer cover the span, because their points are gone; see `cover`.
   */
  insert(columns: Columns, span: Span) {
    const start = lowerBound(columns.time, span.from);
    const end = upperBound(columns.time, span.to);
    const points = slice(columns, start, end);
    const takesStart = points.length > 0 && points.time[0] === span.from;
    const takesEnd = points.length > 0 && points.time[points.length - 1] === span.to;
    const touches = ({ time }: Columns) => time[time.length - 1] >= span.from && time[0] <= span.to;
    const pieces = this.segments.filter(touches).map((segment) => {
      const cut = takesStart ? lowerBound(segment.time, span.from) : upperBound(segment.time, span.from);
      const resume = takesEnd ? upperBound(segment.time, span.to) : lowerBound(segment.time, span.to);
      return { before: view(segment, 0, cut), after: view(segment, Math.max(cut, resume), segment.length) };
    });
    const segments = [
      ...this.segments.filter(({ time }) => time[time.length - 1] < span.from),
      ...pieces.map(({ before }) => before),
      points,
      ...pieces.map(({ after }) => after),
      ...this.segments.filter(({ time }) => time[0] > span.to),
    ];
    this.segments = segments.filter(({ length }) => length > 0);
    this.points = lengthOf(this.segments);
    this.covered = uncover(this.covered, span);
  }

  /**
   * Joins all segments into one, whose columns panels share, and which releases replaced points. It may copy all points,
   * so it waits until a read is done.
   */
  join() {
    this.segments = this.points > 0 ? [slice(concat(this.segments), 0, this.points)] : [];
  }

  /** Stores what a read covered; the times as in `cover`. */
  cover(read: ReadSpan, now: number, reuseFor: number) {
    this.covered = cover(this.covered, read, now, reuseFor);
  }

  /**
   * What needs no request: a range that ends no later than one that has just been read belongs to the same page, which
   * reads its newest points once. A refresh ends later.
   */
  coveredUntil(end: number, now: number): readonly ReadSpan[] {
    const { covered, justRead } = this;
    const age = justRead ? now - justRead.at : -1;
    const isNear = justRead !== null && age >= 0 && age < PAGE && end <= justRead.to;
    return isNear ? [...covered, justRead] : covered;
  }

  /** The parts of `span` that were never read. */
  unread(span: Span): Span[] {
    return without(span, this.covered);
  }

  /** The points of a range, including both ends, in pieces in time order without a copy. They keep all rows alive. */
  pieces({ from, to }: Span): Columns[] {
    return this.segments.flatMap((segment) => {
      const { time } = segment;
      return time[time.length - 1] < from || time[0] > to
        ? []
        : [view(segment, lowerBound(time, from), upperBound(time, to))];
    });
  }

  hasPointsAfter(time: number): boolean {
    const last = this.segments[this.segments.length - 1];
    return last !== undefined && last.time[last.length - 1] > time;
  }

  /** How much memory it takes, in points. */
  get weight(): number {
    return BASE_WEIGHT + this.points + SPAN_WEIGHT * this.covered.length;
  }
}
