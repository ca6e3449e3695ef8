import { type Columns, concat, lengthOf, lowerBound, slice, upperBound, view } from '../ground/columns';
import { type Span, without } from '../ground/spans';

/* The spans of a series that were read. */

/**
 * A span that was read. `read` (at that time, epoch milliseconds): it is reused as long as that is allowed. `seen`: its
 * points are shown, and must be read again, because they may still change, or are too old.
 */
export type ReadSpan = Span & ({ kind: 'read'; at: number } | { kind: 'seen' });

/** Neighbors that were read within this share of their reuse time become one span, so that refreshes don't accumulate spans. */
const MERGE_SHARE = 1 / 12;

/** The maximum of spans of a series. Beyond that, the oldest part of its range counts as never read. */
const MOST_SPANS = 500;

/**
 * The spans with `added`, which replaces what it overlaps. In time order, without overlaps. Expired spans count as seen,
 * so that they are joined with their neighbors, whatever their ages.
 *
 * @param reuseFor milliseconds during which a span is reused
 */
export function cover(spans: readonly ReadSpan[], added: ReadSpan, now: number, reuseFor: number): ReadSpan[] {
  if (added.to <= added.from) {
    return [...spans];
  }
  const merged: ReadSpan[] = [];
  for (const span of [...uncover(spans, added), added].sort((a, b) => a.from - b.from)) {
    const next = serves(span, now, reuseFor) ? span : seen(span);
    const last = merged[merged.length - 1];
    const both = last?.to === next.from ? merge(last, next, reuseFor) : null;
    if (both) {
      merged[merged.length - 1] = both;
    } else {
      merged.push(next);
    }
  }
  return merged.slice(-MOST_SPANS);
}

/** The spans without their part in `span`. */
export function uncover(spans: readonly ReadSpan[], span: Span): ReadSpan[] {
  return spans.flatMap((covered) => without(covered, [span]).map((piece) => ({ ...covered, ...piece })));
}

/** The parts of `span` to read: without data, or with data that is too old at `now`. In time order. */
export function gaps(spans: readonly ReadSpan[], span: Span, now: number, reuseFor: number): Span[] {
  return without(
    span,
    spans.filter((covered) => serves(covered, now, reuseFor))
  );
}

function serves(span: ReadSpan, now: number, reuseFor: number): boolean {
  return span.kind === 'read' && now - span.at <= reuseFor;
}

function seen({ from, to }: Span): ReadSpan {
  return { from, to, kind: 'seen' };
}

/** Two neighbors as one, or null. The older read counts: a span may be reused for less time than allowed, never for more. */
function merge(one: ReadSpan, other: ReadSpan, reuseFor: number): ReadSpan | null {
  const span = { from: one.from, to: other.to };
  if (one.kind === 'read' && other.kind === 'read') {
    const near = Math.abs(one.at - other.at) <= reuseFor * MERGE_SHARE;
    return near ? { ...span, kind: 'read', at: Math.min(one.at, other.at) } : null;
  }
  return one.kind === other.kind ? seen(span) : null;
}

/** Other fields of a metric data response, unchanged. */
export interface Metadata {
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

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
  /** The read that ended last, and when it was requested, in epoch milliseconds. */
  justRead: (Span & { at: number }) | null = null;
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
