import { memoize, sortBy } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { type AnswerOf } from '../answer/reader';
import { type Context } from '../answer/runner';
import { pointsOf } from '../corridors/spacing';
import { perObject } from '../service/recent';
import { storedFilters } from '../filters/filters';
import { type Stay } from '../judging/stays';
import { type Reader } from '../known/follow';
import { cutNotice } from '../notices/listNotices';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Beside, besideAlerts, stayCloseTo, suspectsNotices } from './beside';
import { type Candidate, type Candidates, candidatesIn, choose } from './candidates';
import {
  dataOf,
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

/** So much is read before and after the beginning of the alerts, in milliseconds. */
const AROUND = HOUR;

/** A metric, and how it left its corridors close to the beginning of the alerts. */
interface SuspectRead extends MetricRead {
  /** The points around the beginning, at 1m if there are any. */
  start: Snapshot | undefined;
  /** The stay outside that began then; null if there is none. */
  stay: Stay | null;
}

/** The metrics that left their corridors close to the beginning of alerts and are no part of them, in that order. */
export function suspects(asked: RankingRequest, context: Context): AnswerOf {
  const { query, fields, range, place, limit, timeZone } = asked;
  const candidates = candidatesIn(context, range, true, fields.nodeId.values);
  const besideIn = besideAlerts(context, fields.suspectsOf.values);
  // One request of each metric is for the points around the beginning.
  const share = shareIn(range, context, 1);
  const choice = memoize((found: Candidates, beside: Beside) => {
    const chosen = choose(found, fields, storedFilters(query), place, beside.isPart);
    const points = { ...range, requests: share.of(chosen.candidates.length) };
    const looks = chosen.candidates.map((candidate) => lookFor(candidate, beside.began, points, context));
    return { chosen, looks };
  });
  return (reader) => {
    const [found, beside] = [candidates(reader), besideIn(reader)];
    if (!found || !beside || (found.isFetching && !share.isFixed)) {
      return null;
    }
    const { chosen, looks } = choice(found, beside);
    const reads = looks.map((look) => look(reader));
    // That no other metric left its corridors is known once all are read.
    if (reader.isFetching) {
      return null;
    }
    refuseUnread(reads);
    const rows = rowsOf(reads);
    const failures = [...found.failures, ...beside.failures];
    return () => ({
      frames: [deviationsTable(rows.slice(0, limit), place, true)],
      notices: [
        ...chosen.notices,
        ...sourceNotices(failures, reads, timeZone),
        ...readNotices(reads),
        ...beside.notices,
        ...suspectsNotices(reads.map(({ start }) => start)),
        ...(rows.length > limit ? [cutNotice(limit, rows.length, 'first')] : []),
      ],
    });
  };
}

/** Reads the points around a moment, and of a metric that left its corridors then those of the range. */
function lookFor(candidate: Candidate, began: number | null, points: Points, context: Context) {
  const around = aroundOf(began, context.now());
  const startEntry = around && dataOf(candidate, around, context);
  const rangeEntry = dataOf(candidate, points, context);
  const stayOf = perObject((start: Snapshot) => stayCloseTo(pointsOf(start).columns, pointsOf(start).step, began));
  return (reader: Reader): SuspectRead => {
    const first = startEntry && reader.attempt(startEntry);
    const start = first?.data;
    const stay = start && !start.isFetching ? stayOf(start) : null;
    const read = stay ? readOf(candidate, reader.attempt(rangeEntry)) : first && readOf(candidate, first);
    const failure = read?.failure ?? start?.missing[0]?.failure;
    return { candidate, snapshot: read?.snapshot ?? null, failure, start, stay };
  };
}

/** The time around a moment: what left its corridors then does not depend on the time range. */
function aroundOf(began: number | null, now: number): Points | null {
  const [from, to] = [(began ?? Infinity) - AROUND, Math.min((began ?? 0) + AROUND, now)];
  return to > from ? { from, to, requests: 1 } : null;
}

function rowsOf(reads: readonly SuspectRead[]): RankedRow[] {
  const rows = reads.flatMap(({ stay, ...read }): RankedRow[] => {
    const row = stay && rowOf(read);
    return row ? [{ ...row, leftAt: stay.leftAt, worst: stay.worst?.widths ?? null }] : [];
  });
  return sortBy(rows, 'leftAt', metricTitle);
}
