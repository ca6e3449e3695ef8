import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { historyOf } from '../../facts/history';
import { metricTitle } from '../../facts/titles';
import { type AnswerOf } from '../../present/reader';
import { type Context } from '../../table/runner';
import { type Judged } from '../../ground/judge';
import { eventsOf } from '../../facts/alerts';
import { sortFailures } from '../../judging/alertEvents';
import { storedFilters } from '../../table/filters';
import { findExcursions, longestGap } from '../../judging/excursions';
import { eachKnown, type Reader, unshown } from '../../facts/reader';
import { cutNotices, pagingNotices, unknownAlert } from '../../judging/listNotices';
import { info } from '../../ground/notices';
import { seriesKey } from '../../ground/series';
import { perObject } from '../../service/recent';
import { HOUR, MINUTE } from '../../ground/settings';
import { type Snapshot } from '../../facts/snapshot';
import { type Span } from '../../ground/spans';
import { type Candidate, type Candidates, candidatesIn, choose } from './candidates';
import {
  dataOf,
  judgedOf,
  mostRead,
  type MetricRead,
  type RankingRequest,
  readNotices,
  readOf,
  refuseUnread,
  rowOf,
  sourceNotices,
} from './reading';
import { type Change, deviationsTable, type RankedRow } from './table';

/** How much is read before and after the start of the alerts, in milliseconds. */
const AROUND = HOUR;
/** Metrics that changed this close to an alert's start may be related to it, in milliseconds. */
const CLOSE = 30 * MINUTE;

/** How a metric changed close to the start of the alerts. */
interface SuspectChange {
  leftAt: number;
  change: Change;
  /** Widths of the main corridor. Null if unknown, or if it fell silent. */
  worst: number | null;
}

/** A metric with its points around the start, at 1m if possible. */
interface SuspectRead extends MetricRead {
  change: SuspectChange | null;
}

/** The metrics that changed close to the start of alerts and are not part of them, in that order. */
export function suspects(ranking: RankingRequest, context: Context): AnswerOf {
  const { query, fields, range, place, limit, timeZone } = ranking;
  const candidates = candidatesIn(context, range);
  const ownIn = ownAlerts(context, fields.suspectsOf.values);
  const chooseFor = (found: Candidates, own: OwnAlerts) => {
    const around = aroundOf(own.began, context.now());
    const forStart = around ? context.store.requestsFor(around) : 1;
    const options = { isOwn: own.isPart, most: mostRead(forStart) };
    const chosen = choose(found, fields, storedFilters(query), place, options);
    const close = { began: own.began, around, silences: silencesIn(found, own.began) };
    return { chosen, looks: chosen.candidates.map((candidate) => lookFor(candidate, close, context)) };
  };
  let choice: ReturnType<typeof chooseFor> | undefined;
  return (reader) => {
    const [found, own] = [candidates(reader), ownIn(reader)];
    if (!found || !own) {
      return null;
    }
    const { chosen, looks } = (choice ??= chooseFor(found, own));
    const reads = looks.map((look) => look(reader));
    // Only when all are read is it known that no other metric changed.
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
        ...coarseNotices(reads.map(({ snapshot }) => snapshot)),
        ...cutNotices(limit, rows.length, 'first'),
      ],
    });
  };
}

/** The alerts whose suspects are requested. */
interface OwnAlerts {
  /** Epoch milliseconds of the first event. Null if no event has a time. */
  began: number | null;
  /** Whether a metric was ever part of one of them. */
  isPart: (metric: Pick<Candidate, 'nodeId' | 'metricId'>) => boolean;
  failures: unknown[];
  /** Notices about missing events, because metrics of the alerts may then look like suspects. */
  notices: QueryResultMetaNotice[];
}

/** Null until all events are known. Fails if none can be read. */
function ownAlerts(context: Context, alertIds: readonly string[]): (reader: Reader) => OwnAlerts | null {
  return (reader) => {
    const each = eachKnown(alertIds, (id) => reader.read(unshown(eventsOf(context, id))));
    if (!each) {
      return null;
    }
    const { notices, failures } = sortFailures(each.failed, (id) => unknownAlert(id, context.now(), context.timeZone));
    const timelines = each.read.map(({ result }) => result);
    if (timelines.length === 0 && failures.length > 0) {
      throw failures[0];
    }
    const histories = timelines.map(({ rows }) => historyOf(rows));
    const parts = new Set(histories.flatMap(({ metrics }) => metrics).map((metric) => seriesKey(metric)));
    const began = histories.flatMap((history) => history.began ?? []);
    return {
      began: began.length > 0 ? Math.min(...began) : null,
      isPart: (metric) => parts.has(seriesKey(metric)),
      failures,
      notices: [...notices, ...timelines.flatMap(pagingNotices)],
    };
  };
}

interface Close {
  began: number | null;
  /** The time around the start of the alerts. Null if unknown. */
  around: Span | null;
  silences: ReadonlyMap<string, number>;
}

/** When alerts began close to this moment that show a metric without data: its last value can be older. */
function silencesIn({ start, end }: Candidates, began: number | null): Map<string, number> {
  const alerts = [...(start?.rows ?? []), ...(end?.rows ?? [])];
  return new Map(
    alerts.flatMap(({ firstSeenAt, metrics }) =>
      firstSeenAt !== null && began !== null && Math.abs(firstSeenAt - began) <= CLOSE
        ? (metrics ?? [])
            .filter(({ type }) => type === 'missing_data')
            .map((metric) => [seriesKey(metric), firstSeenAt] as const)
        : []
    )
  );
}

/** Reads the points around a moment. */
function lookFor(candidate: Candidate, { began, around, silences }: Close, context: Context) {
  const entry = around && dataOf(candidate, around, context);
  const silentAt = silences.get(seriesKey(candidate));
  const listed: SuspectChange | null =
    silentAt === undefined ? null : { leftAt: silentAt, change: 'silent', worst: null };
  const changeOf = perObject((start: Snapshot) => {
    const { judged, step } = judgedOf(start);
    // Without a part of the points, a metric only looks silent.
    const until = start.missing.length === 0 ? (around?.to ?? 0) : -Infinity;
    return excursionCloseTo(judged, step, began) ?? silenceCloseTo(judged, step, began, until);
  });
  return (reader: Reader): SuspectRead => {
    const read = entry ? readOf(candidate, reader.read(entry)) : { candidate, snapshot: null, failure: undefined };
    const { snapshot } = read;
    return { ...read, change: snapshot && !snapshot.isFetching ? (changeOf(snapshot) ?? listed) : null };
  };
}

/** The time around a moment, so that the result does not depend on the time range. */
function aroundOf(began: number | null, now: number): Span | null {
  const [from, to] = [(began ?? Infinity) - AROUND, Math.min((began ?? 0) + AROUND, now)];
  return to > from ? { from, to } : null;
}

/** A point covers the time up to its neighbors, so the distance is longer with coarse points. */
function closeAt(step: number): number {
  return Math.max(CLOSE, 1.5 * step);
}

/**
 * The time outside that began close to a moment, the last one of several. Null if none did.
 *
 * @param judged in time order @param step milliseconds between points @param moment epoch milliseconds
 */
export function excursionCloseTo(judged: Judged, step: number, moment: number | null): SuspectChange | null {
  const excursion = findExcursions(judged, step).excursions.findLast(
    ({ leftAt }) => moment !== null && leftAt !== null && Math.abs(leftAt - moment) <= closeAt(step)
  );
  if (!excursion) {
    return null;
  }
  const { from, worst } = excursion;
  const isAbove = judged.distance[judged.time.indexOf(from)] > 0;
  return { leftAt: from, change: isAbove ? 'above' : 'below', worst: worst?.widths ?? null };
}

/** The silence that began close to a moment and lasted. Null if there is none. @param until when the points end */
export function silenceCloseTo(
  { time, smoothened }: Judged,
  step: number,
  moment: number | null,
  until: number
): SuspectChange | null {
  const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
  const isSilent = row >= 0 && moment !== null && until - time[row] > longestGap(step);
  return isSilent && Math.abs(time[row] - moment) <= closeAt(step)
    ? { leftAt: time[row], change: 'silent', worst: null }
    : null;
}

/** The notice that distant points hide which metrics left their corridors close to an alert's start. */
function coarseNotices(starts: ReadonlyArray<Snapshot | null>): QueryResultMetaNotice[] {
  const steps = starts.map((start) => (start && start.points > 0 ? judgedOf(start).step : 0));
  const close = closeAt(Math.max(0, ...steps));
  if (close <= CLOSE) {
    return [];
  }
  const values = { minutes: Math.round(close / MINUTE) };
  return [
    info(
      t(
        'deviations.suspects-coarse',
        'Data is coarse: metrics that left within {{minutes}} min of the start are shown.',
        values
      )
    ),
  ];
}

function rowsOf(reads: readonly SuspectRead[]): RankedRow[] {
  const rows = reads.flatMap(({ change, ...read }): RankedRow[] => {
    const row = change && rowOf(read);
    return row ? [{ ...row, ...change }] : [];
  });
  return sortBy(rows, 'leftAt', metricTitle);
}
