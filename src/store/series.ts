import { type Columns, concat, lowerBound, slice, upperBound, view } from '../corridors/columns';
import { Lent } from '../corridors/lent';
import { cover, gaps, type ReadSpan, uncover } from './coverage';
import { type Span } from './windows';

/** What a metric data response says beside its datapoints, as it says it. */
export interface Told {
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

/**
 * Neighbouring segments below `SMALL` points become one: at once where one of them is `TINY`, as a refresh brings it, and
 * all of them where there are more than `MANY` segments. Joining copies, so it waits until it is worth it.
 */
const SMALL = 1024;
const TINY = 64;
const MANY = 8;

/**
 * What has been read of one series: its points, in segments in time order that do not overlap, and the spans that the
 * readings covered.
 */
export class Series {
  private segments: Columns[] = [];
  private spans: ReadSpan[] = [];
  /** Counts up with every change, so that what was built from the points is known to be stale. */
  version = 0;
  points = 0;
  /** What its frames were given. */
  readonly lent = new Lent();
  /** What the service last said of the series. */
  told: Told = { granularity: null, sourceGranularity: null, aggregation: null };

  /**
   * Puts in what a reading of `span` brought. Inside the span it takes the place of all that was there; a point at the
   * span's end replaces the one of its time. Points outside are left out: nobody asked for them here. Whatever earlier
   * readings covered of the span is gone with their points; see `cover`.
   */
  insert(columns: Columns, span: Span) {
    const start = lowerBound(columns.time, span.from);
    const end = upperBound(columns.time, span.to);
    const points = slice(columns, start, end);
    const takesEnd = points.length > 0 && points.time[points.length - 1] === span.to;
    const touches = ({ time }: Columns) => time[time.length - 1] >= span.from && time[0] <= span.to;
    const pieces = this.segments.filter(touches).map((segment) => {
      const cut = lowerBound(segment.time, span.from);
      const resume = takesEnd ? upperBound(segment.time, span.to) : lowerBound(segment.time, span.to);
      return { before: slice(segment, 0, cut), after: slice(segment, Math.max(cut, resume), segment.length) };
    });
    this.segments = compact([
      ...this.segments.filter(({ time }) => time[time.length - 1] < span.from),
      ...pieces.map(({ before }) => before),
      points,
      ...pieces.map(({ after }) => after),
      ...this.segments.filter(({ time }) => time[0] > span.to),
    ]);
    this.points = this.segments.reduce((sum, segment) => sum + segment.length, 0);
    this.spans = uncover(this.spans, span);
    this.version++;
  }

  /** Notes that `span` has been read at `readAt` and serves for `reuseFor` milliseconds. */
  cover(span: Span, readAt: number, reuseFor: number) {
    this.spans = cover(this.spans, { ...span, readAt }, reuseFor);
  }

  /** What of `span` has to be read at `now`; see `gaps`. */
  gaps(span: Span, now: number, reuseFor: number): Span[] {
    return gaps(this.spans, span, now, reuseFor);
  }

  /** What of `span` no reading ever covered, be it old. */
  unread(span: Span): Span[] {
    return gaps(this.spans, span, 0, Infinity);
  }

  /** The time of the newest point up to `before` (epoch milliseconds), or null. */
  newest(before: number): number | null {
    for (let i = this.segments.length - 1; i >= 0; i--) {
      const { time } = this.segments[i];
      const index = upperBound(time, before) - 1;
      if (index >= 0) {
        return time[index];
      }
    }
    return null;
  }

  /** The points of a range, both ends included, in pieces in time order and without a copy. For reading at once. */
  pieces({ from, to }: Span): Columns[] {
    return this.segments.flatMap((segment) => {
      const { time } = segment;
      return time[time.length - 1] < from || time[0] > to
        ? []
        : [view(segment, lowerBound(time, from), upperBound(time, to))];
    });
  }

  /** The same in one piece. */
  range(span: Span): Columns {
    return concat(this.pieces(span));
  }
}

function compact(segments: readonly Columns[]): Columns[] {
  const filled = segments.filter(({ length }) => length > 0);
  const few = joined(filled, (one, other) => Math.min(one.length, other.length) < TINY);
  return few.length > MANY ? joined(few, () => true) : few;
}

/** The segments, runs of small neighbours that are `worth` it as one. */
function joined(segments: readonly Columns[], worth: (one: Columns, other: Columns) => boolean): Columns[] {
  const runs: Columns[][] = [];
  let last: Columns | undefined;
  for (const segment of segments) {
    if (last && last.length < SMALL && segment.length < SMALL && worth(last, segment)) {
      runs[runs.length - 1].push(segment);
    } else {
      runs.push([segment]);
    }
    last = segment;
  }
  return runs.map(concat);
}
