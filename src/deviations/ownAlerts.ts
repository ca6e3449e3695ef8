import { seriesKey } from '../query/series';
import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { AlertBook } from '../alertbook/alertBook';
import { historyOf } from '../alertbook/history';
import { type Timeline } from '../facts/timeline';
import { type Each, eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { pagingNotices, unknownAlert } from '../notices/listNotices';
import { info } from '../notices/notices';
import { eventsOf } from '../entries/alertEntries';
import { sortFailures } from '../entries/alertReads';
import { unshown } from '../known/derived';
import { type Context } from '../answer/runner';
import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { pointsOf } from '../corridors/spacing';
import { findExcursions, type Excursion } from '../judging/excursions';
import { MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Candidate } from './candidates';

/** The alerts whose other suspects are requested. */
export interface OwnAlerts {
  /** Epoch milliseconds of the first event. Null if no event has a time. */
  began: number | null;
  /** Whether a metric was ever part of one of them. */
  isPart: (metric: Pick<Candidate, 'nodeId' | 'metricId'>) => boolean;
  failures: unknown[];
  /** Notices about missing events, because metrics of the alerts may then look like suspects. */
  notices: QueryResultMetaNotice[];
}

/** Null until all events are known. Fails if none can be read. */
export function ownAlerts(context: Context, alertIds: readonly string[]): (reader: Reader) => OwnAlerts | null {
  const book = new AlertBook(context);
  return (reader) => {
    const each = eachKnown(reader, alertIds, (id) => unshown(eventsOf(book, id)));
    return each && ownAlertsOf(each, book);
  };
}

function ownAlertsOf({ read, failed }: Each<string, Timeline>, book: AlertBook): OwnAlerts {
  const { notices, failures } = sortFailures(failed, (id) => unknownAlert(id, book.now(), book.timeZone));
  const timelines = read.map(({ result }) => result);
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
}

/** Metrics that left their corridors this close to an alert's start may be related to it, in milliseconds. */
const CLOSE = 30 * MINUTE;

/** A point covers the time up to its neighbors, so the distance is longer with coarse points. */
function closeAt(step: number): number {
  return Math.max(CLOSE, 1.5 * step);
}

/**
 * The time outside that began close to a moment, the last one of several. Null if none did.
 *
 * @param columns in time order @param step milliseconds between points @param moment epoch milliseconds
 */
export function excursionCloseTo(columns: Columns, step: number, moment: number | null): Excursion | null {
  const isClose = ({ leftAt }: Excursion) =>
    moment !== null && leftAt !== null && Math.abs(leftAt - moment) <= closeAt(step);
  return findExcursions(judge(columns), step).excursions.findLast(isClose) ?? null;
}

/** The notice that distant points hide which metrics left their corridors close to an alert's start. */
export function suspectsNotices(starts: ReadonlyArray<Snapshot | undefined>): QueryResultMetaNotice[] {
  const steps = starts.map((start) => (start && start.points > 0 ? pointsOf(start).step : 0));
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
