import { type Columns, concat, lengthOf, lowerBound, slice, upperBound, view } from '../corridors/columns';
import { cover, type ReadSpan, uncover } from './coverage';
import { type Span, without } from '../time/spans';

/** What a metric data response has in addition to its datapoints, unchanged. */
export interface Metadata {
  granularity: string | null;
  sourceGranularity: string | null;
  aggregation: string | null;
}

/** The memory of a series and of one of its spans, in points. */
const BASE_WEIGHT = 50;
const SPAN_WEIGHT = 2;

/**
 * What has been read of one series: its points, in segments in time order that do not overlap, and the spans that the
 * readings covered. A segment is never changed, only replaced.
 */
export class Series {
  private segments: Columns[] = [];
  /** The spans that readings covered. */
  covered: readonly ReadSpan[] = [];
  /** The reading that reached furthest, and when it arrived. */
  justRead: (Span & { at: number }) | null = null;
  points = 0;
  /** The answers that were put in. Panels that wait for one request get one answer. */
  readonly taken = new WeakSet<object>();
  /** What the service last said of the series. */
  metadata: Metadata = { granularity: null, sourceGranularity: null, aggregation: null };

  /**
   * Puts in what a reading of `span` brought. Inside the span it takes the place of all that was there; a point at either
   * end replaces the one of its time alone, since the service's ranges may be open there. Points outside are left out:
   * they were not requested here. Whatever earlier readings covered of the span is gone with their points; see `cover`.
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
   * Makes one segment of all, whose columns panels share, and which keeps no points alive that were replaced. It may copy
   * all points, so it waits until a reading is done.
   */
  join() {
    this.segments = this.points > 0 ? [slice(concat(this.segments), 0, this.points)] : [];
  }

  /** Notes what a reading covered; `now` and `reuseFor` as in `cover`. */
  cover(read: ReadSpan, now: number, reuseFor: number) {
    this.covered = cover(this.covered, read, now, reuseFor);
  }

  /** What of `span` no reading ever covered. */
  unread(span: Span): Span[] {
    return without(span, this.covered);
  }

  /** The points of a range, both ends included, in pieces in time order and without a copy. They keep all rows alive. */
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
