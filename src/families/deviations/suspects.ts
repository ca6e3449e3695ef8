import { sortBy } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { type AnswerOf } from '../../present/reader';
import { type Judged } from '../../ground/judge';
import { eventsOfAlerts, type EventsRead, knownCourses } from '../../judging/alertEvents';
import { findExcursions, longestGap } from '../../judging/excursions';
import { type Reader } from '../../facts/reader';
import { seriesKey } from '../../ground/series';
import { type Snapshot } from '../../facts/snapshot';
import { type Span, HOUR, MINUTE } from '../../ground/spans';
import { answerMetrics, type Candidate, type Candidates, type RankingRequest } from './metrics';
import { type Change, deviationsTable, judgedOf, missingNotices, type RankedRow, rowOf } from './table';

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

/** The metrics that changed close to the start of alerts and are not part of them, in that order. */
export function suspects(ranking: RankingRequest): AnswerOf {
  const { now, place, limit, timeZone } = ranking;
  let own: OwnAlerts | null = null;
  const planOf = (reader: Reader) => {
    own ??= ownAlerts(reader, ranking);
    return own && { ...around(own.began, now), isOwn: own.isPart };
  };
  return answerMetrics(ranking, planOf, ({ found, reads, isFetching }) => {
    // Only when all are read is it known that no other metric changed.
    if (!own || isFetching) {
      return null;
    }
    const { began, failures, notices } = own;
    const silences = silencesIn(found, began);
    const rows = reads.flatMap((one): RankedRow[] => {
      const row = rowOf(one);
      const change = row && one.snapshot && (changeIn(one.snapshot, began) ?? silences.get(seriesKey(row)));
      return change ? [{ ...row, ...change }] : [];
    });
    return () => ({
      frame: deviationsTable(sortBy(rows, 'leftAt', metricTitle).slice(0, limit), place, ranking.query),
      total: rows.length,
      failures,
      notices: [...missingNotices(reads, timeZone), ...notices],
    });
  });
}

/** The alerts whose suspects are requested. */
interface OwnAlerts extends Pick<EventsRead, 'notices' | 'failures'> {
  /** Epoch milliseconds of the first event. Infinity if no event has a time. */
  began: number;
  /** Whether a metric was ever part of one of them. */
  isPart: (metric: Pick<Candidate, 'nodeId' | 'metricId'>) => boolean;
}

/** Null until all events are known. Fails if none can be read. */
function ownAlerts(reader: Reader, { context, fields }: RankingRequest): OwnAlerts | null {
  const { values: alertIds } = fields.suspectsOf;
  const read = eventsOfAlerts(reader, context, alertIds);
  if (!read) {
    return null;
  }
  const own = knownCourses(read, alertIds);
  const parts = new Set(own.flatMap(({ metrics }) => metrics).map((metric) => seriesKey(metric)));
  return {
    ...read,
    began: Math.min(...own.map(({ began }) => began ?? Infinity)),
    isPart: (metric) => parts.has(seriesKey(metric)),
  };
}

/** When alerts began close to this moment that show a metric without data: its last value can be older. */
function silencesIn({ start, end }: Candidates, began: number): Map<string, SuspectChange> {
  const alerts = [...(start?.rows ?? []), ...(end?.rows ?? [])];
  return new Map(
    alerts.flatMap(({ firstSeenAt, metrics }) =>
      firstSeenAt !== null && Math.abs(firstSeenAt - began) <= CLOSE
        ? (metrics ?? [])
            .filter(({ type }) => type === 'missing_data')
            .map((metric) => [seriesKey(metric), { leftAt: firstSeenAt, change: 'silent', worst: null }] as const)
        : []
    )
  );
}

/** How a metric changed close to a moment, by all its points around it. Null if it did not. */
function changeIn(snapshot: Snapshot, began: number): SuspectChange | null {
  const { judged, step } = judgedOf(snapshot);
  // Without a part of the points, a metric only looks silent.
  const until = snapshot.missing.length === 0 ? snapshot.range.to : -Infinity;
  return excursionCloseTo(judged, step, began) ?? silenceCloseTo(judged, step, began, until);
}

/** The time around a moment, so that the result does not depend on the time range. Of no length if it is unknown. */
function around(moment: number, now: number): Span {
  const from = moment === Infinity ? now : moment - AROUND;
  return { from, to: Math.max(from, Math.min(moment + AROUND, now)) };
}

/**
 * The time outside that began close to a moment, the last one of several. Null if none did.
 *
 * @param judged in time order @param step milliseconds between points @param moment epoch milliseconds
 */
function excursionCloseTo(judged: Judged, step: number, moment: number): SuspectChange | null {
  const excursion = findExcursions(judged, step).excursions.findLast(
    ({ leftAt }) => leftAt !== null && Math.abs(leftAt - moment) <= CLOSE
  );
  if (!excursion) {
    return null;
  }
  const { from, worst } = excursion;
  const isAbove = judged.distance[judged.time.indexOf(from)] > 0;
  return { leftAt: from, change: isAbove ? 'above' : 'below', worst: worst?.widths ?? null };
}

/** The silence that began close to a moment and lasted. Null if there is none. @param until when the points end */
function silenceCloseTo(
  { time, smoothened }: Judged,
  step: number,
  moment: number,
  until: number
): SuspectChange | null {
  const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
  const isSilent = row >= 0 && until - time[row] > longestGap(step);
  return isSilent && Math.abs(time[row] - moment) <= CLOSE
    ? { leftAt: time[row], change: 'silent', worst: null }
    : null;
}
