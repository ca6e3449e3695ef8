import { memoize, sortBy } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { type AnswerOf } from '../answer/reader';
import { type Context } from '../answer/runner';
import { pointsOf } from '../corridors/spacing';
import { perObject } from '../service/recent';
import { storedFilters } from '../filters/filters';
import { type Excursion } from '../judging/excursions';
import { type Reader } from '../known/follow';
import { cutNotices } from '../notices/listNotices';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type OwnAlerts, ownAlerts, excursionCloseTo, suspectsNotices } from './ownAlerts';
import { type Candidate, type Candidates, candidatesIn, choose } from './candidates';
import {
  dataOf,
  mostRead,
  type MetricRead,
  type Points,
  type RankingRequest,
  readNotices,
  readOf,
  refuseUnread,
  rowOf,
  shareIn,
  sourceNotices,
} from './reading';
import { deviationsTable, type RankedRow } from './table';
import { type Span } from '../time/spans';

/** How much is read before and after the start of the alerts, in milliseconds. */
const AROUND = HOUR;

/** A metric, and how it left its corridors close to the start of the alerts. */
interface SuspectRead extends MetricRead {
  /** The points around the start, at 1m if possible. */
  start: Snapshot | undefined;
  /** The time outside that began then. Null if there is none. */
  excursion: Excursion | null;
}

/** The metrics that left their corridors close to the start of alerts and are not part of them, in that order. */
export function suspects(ranking: RankingRequest, context: Context): AnswerOf {
  const { query, fields, range, place, limit, timeZone } = ranking;
  const candidates = candidatesIn(context, range, true, fields.nodeId.values);
  const ownIn = ownAlerts(context, fields.suspectsOf.values);
  const spansOf = memoize(({ began }: OwnAlerts) => {
    const around = aroundOf(began, context.now());
    const forStart = around ? context.store.requestsFor(around) : 1;
    return { around, share: shareIn(range, context, forStart), most: mostRead(forStart + 1) };
  });
  const choice = memoize((found: Candidates, own: OwnAlerts) => {
    const { around, share, most } = spansOf(own);
    const chosen = choose(found, fields, storedFilters(query), place, { isOwn: own.isPart, most });
    const spans = { around, points: { ...range, requests: share.of(chosen.candidates.length) } };
    const looks = chosen.candidates.map((candidate) => lookFor(candidate, own.began, spans, context));
    return { chosen, looks };
  });
  return (reader) => {
    const [found, own] = [candidates(reader), ownIn(reader)];
    if (!found || !own || (found.isFetching && !spansOf(own).share.isFixed)) {
      return null;
    }
    const { chosen, looks } = choice(found, own);
    const reads = looks.map((look) => look(reader));
    // Only when all are read is it known that no other metric left its corridors.
    if (reader.isFetching) {
      return null;
    }
    refuseUnread(reads);
    const rows = rowsOf(reads);
    return () => ({
      frames: [deviationsTable(rows.slice(0, limit), place, true)],
      failures: own.failures,
      notices: [
        ...chosen.notices,
        ...sourceNotices(found.failures, reads, timeZone),
        ...readNotices(reads),
        ...own.notices,
        ...suspectsNotices(reads.map(({ start }) => start)),
        ...cutNotices(limit, rows.length, 'first'),
      ],
    });
  };
}

interface Spans {
  /** The time around the start of the alerts. Null if unknown. */
  around: Span | null;
  points: Points;
}

/** Reads the points around a moment, and those of the range if the metric left its corridors. */
function lookFor(candidate: Candidate, began: number | null, { around, points }: Spans, context: Context) {
  const startEntry = around && dataOf(candidate, around, context);
  const rangeEntry = dataOf(candidate, points, context);
  const excursionOf = perObject((start: Snapshot) =>
    excursionCloseTo(pointsOf(start).columns, pointsOf(start).step, began)
  );
  return (reader: Reader): SuspectRead => {
    const first = startEntry && reader.attempt(startEntry);
    const start = first?.data;
    const excursion = start && !start.isFetching ? excursionOf(start) : null;
    const read = excursion ? readOf(candidate, reader.attempt(rangeEntry)) : first && readOf(candidate, first);
    const failure = read?.failure ?? start?.missing[0]?.failure;
    return { candidate, snapshot: read?.snapshot ?? null, failure, start, excursion };
  };
}

/** The time around a moment, so that the result does not depend on the time range. */
function aroundOf(began: number | null, now: number): Span | null {
  const [from, to] = [(began ?? Infinity) - AROUND, Math.min((began ?? 0) + AROUND, now)];
  return to > from ? { from, to } : null;
}

function rowsOf(reads: readonly SuspectRead[]): RankedRow[] {
  const rows = reads.flatMap(({ excursion, ...read }): RankedRow[] => {
    const row = excursion && rowOf(read);
    return row ? [{ ...row, leftAt: excursion.leftAt, worst: excursion.worst?.widths ?? null }] : [];
  });
  return sortBy(rows, 'leftAt', metricTitle);
}
