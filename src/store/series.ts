import { type Columns, concat, lengthOf, lowerBound, slice, upperBound, view } from '../corridors/columns';
import { type SharedArrays } from '../corridors/sharedArrays';
import { spacingOf } from '../corridors/spacing';
import { cover, type ReadSpan, uncover } from './coverage';
import { Holes, LATE } from './holes';
import { type Span, without } from '../time/spans';

/** What a metric data response says beside its datapoints, as it says it. */
export interface Metadata {
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

/** So many open borders a series keeps, the latest. */
const MOST_BORDERS = 500;

/** What a series and one of its spans take of memory, in points. */
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
  private readonly holes = new Holes();
  /**
   * Ends of readings whose points the readings did not bring, until one reads across or `closeBorders` says otherwise: where
   * ranges hold neither end, a point may be missing there that no reading would come by again.
   */
  openBorders: readonly number[] = [];
  points = 0;
  readonly shared: SharedArrays = new Map();
  /** What the service last said of the series. */
  metadata: Metadata = { granularity: null, sourceGranularity: null, aggregation: null };

  /**
   * Puts in what a reading of `span` brought. Inside the span it takes the place of all that was there; a point at either
   * end replaces the one of its time alone, since the service's ranges may be open there. Points outside are left out:
   * nobody asked for them here. Whatever earlier readings covered of the span is gone with their points; see `cover`.
   *
   * @param opens whether its ends become open borders; those of a reading for a single point do not, or it would lead to two
   */
  insert(columns: Columns, span: Span, opens = true) {
    const start = lowerBound(columns.time, span.from);
    const end = upperBound(columns.time, span.to);
    const points = slice(columns, start, end);
    const takesStart = points.length > 0 && points.time[0] === span.from;
    const takesEnd = points.length > 0 && points.time[points.length - 1] === span.to;
    const touches = ({ time }: Columns) => time[time.length - 1] >= span.from && time[0] <= span.to;
    const pieces = this.segments.filter(touches).map((segment) => {
      const cut = takesStart ? lowerBound(segment.time, span.from) : upperBound(segment.time, span.from);
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
    this.points = lengthOf(this.segments);
    this.covered = uncover(this.covered, span);
    this.openBorders = [
      ...this.openBorders.filter((border) => border < span.from || border > span.to),
      ...(takesStart || !opens ? [] : [span.from]),
      ...(takesEnd || !opens ? [] : [span.to]),
    ].slice(-MOST_BORDERS);
  }

  /** Notes that the borders inside `range` were looked at; those that are `lost` stay open. */
  closeBorders(range: Span, lost: readonly number[]) {
    this.openBorders = this.openBorders.filter(
      (border) => border <= range.from || border >= range.to || lost.includes(border)
    );
  }

  /** Notes what a reading covered; `now` and `reuseFor` as in `cover`. */
  cover(read: ReadSpan, now: number, reuseFor: number) {
    this.covered = cover(this.covered, read, now, reuseFor);
  }

  /** What of `span` no reading ever covered. */
  unread(span: Span): Span[] {
    return without(span, this.covered);
  }

  /** Holes between the points of `range` that are to be read again at `now`; see `Holes`. @param step see `spacingOf` */
  dueHoles(range: Span, step: number, now: number): Span[] {
    return this.holes.due(this.holesIn(range, step, now), now);
  }

  /** Notes that `span` was read, asked for `at`: what holes there are stay for a while. */
  noteHoles(span: Span, step: number, at: number) {
    this.holes.note(this.holesIn(span, step, at), at);
  }

  /** Those of the last 24 h that lie in `range`; what lies around it tells how far apart points lie. */
  private holesIn({ from, to }: Span, step: number, now: number): Span[] {
    const recent = this.pieces({ from: now - LATE, to: Infinity });
    return to > now - LATE ? spacingOf(recent, step).gaps.filter((gap) => gap.from >= from && gap.to <= to) : [];
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

  /** Whether there is a point at that very time. */
  hasPointAt(time: number): boolean {
    return this.pieces({ from: time, to: time }).some(({ length }) => length > 0);
  }

  /** How much memory it takes, in points. */
  get weight(): number {
    return BASE_WEIGHT + this.points + SPAN_WEIGHT * this.covered.length + this.openBorders.length;
  }
}

function compact(segments: readonly Columns[]): Columns[] {
  const filled = segments.filter(({ length }) => length > 0);
  const few = joined(filled, (one, other) => Math.min(one.length, other.length) < TINY);
  return few.length > MANY ? joined(few, () => true) : few;
}

/** The segments, runs of small neighbours that are to be joined as one. */
function joined(segments: readonly Columns[], mayJoin: (one: Columns, other: Columns) => boolean): Columns[] {
  const runs: Columns[][] = [];
  let last: Columns | undefined;
  for (const segment of segments) {
    if (last && last.length < SMALL && segment.length < SMALL && mayJoin(last, segment)) {
      runs[runs.length - 1].push(segment);
    } else {
      runs.push([segment]);
    }
    last = segment;
  }
  return runs.map(concat);
}
