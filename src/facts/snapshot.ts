import { sumBy } from 'lodash';
import { type Columns, lengthOf } from '../ground/columns';
import { type Granularity, STEP, stepOf } from '../ground/granularity';
import { isDeclined, isGone, type ServiceFailure } from '../ground/failure';
import { type Span, union, up, within, without } from '../ground/spans';
import { type Choice } from './refusals';
import { type Series, type Metadata } from './series';

/** A span that could not be read, and why. */
export interface Missing extends Span {
  failure: ServiceFailure;
}

/** The result of reading a part. */
export interface PartAnswer {
  /** The spans with data: the whole part, or its halves. */
  read: Span[];
  /** What couldn't be read. */
  missing: Missing[];
  /** Its requests, one per line. */
  calls: string[];
  /** The number of points without a readable time. */
  lost?: number;
}

export function joinAnswers(answers: readonly PartAnswer[]): PartAnswer {
  return {
    read: answers.flatMap(({ read }) => read),
    missing: answers.flatMap(({ missing }) => missing),
    calls: answers.flatMap(({ calls }) => calls),
    lost: sumBy(answers, ({ lost = 0 }) => lost),
  };
}

/** The results of the parts so far. */
export interface Progress extends PartAnswer {
  /** Spans that are still loading, newest first. */
  pending: Span[];
  /** The newest part, or one whose window is too long, if the service did not accept it. */
  refusal: Missing | null;
}

/** A series at one moment of a read. It is immutable. */
export interface Snapshot {
  /** The points of `range`, in pieces in time order. */
  columns: readonly Columns[];
  /** The number of points. */
  points: number;
  /** The range that was requested, without `leftOut`. */
  range: Span;
  /** The older part of the request that would have needed too many requests, or null. */
  leftOut: Span | null;
  /** Spans that are loading, and have no points yet. */
  pending: Span[];
  /** Spans that could not be read, and why; `stale`: older points are there. */
  missing: ReadonlyArray<Missing & { stale: boolean }>;
  /** The requests so far, one per line. */
  calls: string[];
  /** The number of points in its answers without a readable time. */
  lost?: number;
  /** Some request was answered. */
  answered: boolean;
  /** Some part of the range was answered, now or before. There is nothing to know between two points or in the future. */
  isKnown: boolean;
  /** The requested granularity. Without one, the class of the interface's rule. */
  taken: Granularity;
  /** A granularity that the service refused, and what was accepted instead. */
  substitute: { wanted: Granularity; taken: Choice } | null;
  /** The newest part, or one whose window is too long, if the service refused it. */
  refusal: Missing | null;
  /** Milliseconds between points, if the service returned it; see `spacingOf`. */
  step: number;
  metadata: Metadata;
  /** More can arrive. */
  isFetching: boolean;
  /**
   * Why there is no data: the range is empty, or the service does not know the series. Null if there is data, or may be. A
   * range without room for a point proves nothing.
   */
  absence: 'empty' | 'refused' | null;
}

type SnapshotRequest = Pick<Snapshot, 'range' | 'leftOut' | 'taken' | 'substitute' | 'refusal'>;

/** @param now epoch milliseconds */
export function snapshotOf(series: Series, reading: SnapshotRequest, progress: Progress, now: number): Snapshot {
  const { metadata } = series;
  const { pending, missing, calls, read, lost = 0 } = progress;
  const { range } = reading;
  const isFetching = pending.length > 0;
  if (!isFetching) {
    series.join();
  }
  const columns = series.pieces(range);
  const step = Math.max(
    STEP[reading.taken],
    stepOf(metadata.granularity) ?? 0,
    stepOf(metadata.sourceGranularity) ?? 0
  );
  const mayHavePoints = up(range.from, step) <= Math.min(range.to, now);
  return {
    ...reading,
    columns,
    points: lengthOf(columns),
    // More may be read than is shown.
    pending: union(within(pending, range)).flatMap((span) => series.unread(span)),
    missing: within(missing, range).flatMap((span) => missingIn(series, span)),
    calls,
    lost,
    answered: read.length > 0,
    isKnown: mayHavePoints && (read.length > 0 || lengthOfAll(series.unread(range)) < range.to - range.from),
    step,
    metadata,
    isFetching,
    absence: null,
  };
}

function lengthOfAll(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Whether no request was answered. There may be older points. */
export function isUnanswered({ isFetching, answered, missing }: Snapshot): boolean {
  return !isFetching && !answered && missing.length > 0;
}

/** @param isChosen a user chose the granularity, so a 400 may be about it */
export function absenceOf(snapshot: Snapshot, isChosen: boolean): Snapshot['absence'] {
  const { isFetching, points, missing, isKnown } = snapshot;
  if (isFetching || points > 0) {
    return null;
  }
  if (missing.length === 0) {
    return isKnown ? 'empty' : null;
  }
  const isUnknown = missing.every(({ failure }) => isGone(failure) || (isDeclined(failure) && !isChosen));
  return isUnanswered(snapshot) && isUnknown ? 'refused' : null;
}

/** Parts that could not be read again: spans with older points, and spans without. */
function missingIn(series: Series, span: Missing): Snapshot['missing'] {
  const unread = series.unread(span);
  const read = without(span, unread);
  return [
    ...read.map((part) => ({ ...span, ...part, stale: true })),
    ...unread.map((part) => ({ ...span, ...part, stale: false })),
  ];
}
