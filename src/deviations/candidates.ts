import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { filter, forkJoin, map, type Observable, switchMap } from 'rxjs';
import { readActive } from '../alertbook/active';
import { AlertBook } from '../alertbook/alertBook';
import { momentOfEnd } from '../alertbook/atEnd';
import { type Course, wasPart, worstFirst } from '../alertbook/course';
import { bySeverity } from '../alertbook/order';
import { endOf } from '../alertbook/span';
import { activeNotices } from '../answer/alertReads';
import { readEach } from '../answer/answers';
import { type Values } from '../answer/inputs';
import { courseNotices, cutNotice } from '../answer/listNotices';
import { listNamedAnomalies } from '../service/anomalies';
import { NameBook } from '../answer/nameBook';
import { notice } from '../answer/notices';
import { type Context } from '../answer/runner';
import { nothingFound } from '../descriptor';
import { type Alert, type AlertMetric, type Named } from '../service/alerts';
import { filterRows, type RowFilter } from '../tables/filters';
import { metricColumns } from '../tables/frame';
import { linkRows } from '../tables/linkRows';
import { type LinkPlace } from '../tables/links';
import { type Span } from '../time/spans';
import { incidentPlaces, type PlaceOf } from './laneGroups';

/** Alerts whose courses are read, the most severe first. */
const MOST_ALERTS = 50;
/** Metrics that are read at most. */
const MOST_METRICS = 50;

/** A metric that can be read. */
export interface Candidate extends Named {
  nodeId: string;
  metricId: string;
}

export interface Candidates {
  /** In the order in which they are chosen. */
  candidates: Candidate[];
  /** How many alerts have unknown metrics. */
  unknown: number;
  /** Of how many some events are missing. */
  partial: number;
  /** Why some sources could not be read. */
  failures: unknown[];
  notices: QueryResultMetaNotice[];
  /** Whether all courses are read: before, the metrics of the lists and the anomalies are there. */
  isComplete: boolean;
  /** The order of their incidents, as far as the courses are read. */
  placeOf: PlaceOf;
}

type Reading = Pick<Context, 'operations' | 'now'>;

/**
 * The metrics that the alerts and anomalies of a range name, each once: those that were part of the most severe alerts within
 * the range, in order of joining, then those of the alert lists at both ends, then those of the anomalies.
 *
 * @param isWide metrics that were part of these alerts before or after the range count, too
 * @param nodeId of the only node that is wanted, if it is one
 * @returns at once with what is known without the courses, and once they are read; fails where no alerts can be read and no anomaly names any
 */
export function readCandidates(context: Reading, range: Span, isWide = false, nodeId?: string): Observable<Candidates> {
  const book = new AlertBook(context, isWide ? undefined : momentOfEnd(range.to, context.now()));
  const sources = forkJoin([
    readActive(book, range, { nodeId }, { orListed: true }),
    readEach([range], (span) => listNamedAnomalies(context.operations, span)),
  ]);
  return sources.pipe(
    switchMap(([active, anomalies]) => {
      const { alerts, lists, missing } = active;
      const failures = [missing.search, ...anomalies.failed.map(({ failure }) => failure)].filter(Boolean);
      const isUnread = missing.search && missing.start && missing.end;
      if (isUnread && anomalies.read.every(({ result }) => result.length === 0)) {
        throw missing.search;
      }
      const severest = alerts.filter(({ id }) => id !== '').slice(0, MOST_ALERTS);
      return book.readCourses(severest, { most: MOST_ALERTS, rank: 1, isWhole: true }).pipe(
        filter((left, i) => i === 0 || left === 0),
        map((left): Candidates => {
          const isComplete = left === 0;
          const courses = severest.map((alert) => metricsIn(book.courseOf(alert.id), alert, isWide ? null : range));
          const listed = [...lists].sort(bySeverity).flatMap(({ metrics }) => worstFirst(metrics ?? []));
          const ofAlerts = [...courses.flat(), ...listed];
          const ofAnomalies = sortBy(
            anomalies.read.flatMap(({ result }) => result),
            ({ severityNum }) => -(severityNum ?? 0)
          );
          const names = new NameBook();
          names.add(ofAlerts);
          ofAnomalies.forEach(({ metrics }) => names.add(metrics));
          const candidates = names.all().flatMap((named): Candidate[] => {
            const { nodeId, metricId } = named;
            return nodeId && metricId ? [{ ...named, nodeId, metricId }] : [];
          });
          const isNamed = new Set(lists.filter(({ metrics }) => metrics?.length).map(({ id }) => id));
          const isUnknown = ({ id }: Alert) => !book.courseOf(id)?.metrics.length && !isNamed.has(id);
          // Of an alert whose events are not all known, a metric that only they name is missing.
          const isPartial = (alert: Alert) => !isUnknown(alert) && book.wholeCourseOf(alert.id) === null;
          const countOf = (is: (alert: Alert) => boolean) => (isComplete ? severest.filter(is).length : 0);
          const [unknown, partial] = [countOf(isUnknown), countOf(isPartial)];
          const placeOf = incidentPlaces(book, severest, lists, range);
          return { candidates, unknown, partial, failures, notices: activeNotices(active), isComplete, placeOf };
        })
      );
    })
  );
}

/** The metrics of a course that were part of the alert within the range, in order of joining; null: at any time. */
function metricsIn(course: Course | null, { active, lastSeenAt }: Alert, range: Span | null): AlertMetric[] {
  const ended = endOf({ active, lastSeenAt: course?.ended ?? lastSeenAt });
  return (course?.metrics ?? []).filter((metric) => !range || wasPart(metric, range, ended));
}

/**
 * The columns that say which metric it is; filters compare them before anything is read.
 *
 * @param plain the same with their names as the service has them, for links
 */
export function nameColumns<R extends Candidate>(
  place: LinkPlace,
  rows: readonly R[],
  plain: readonly Candidate[] = rows
) {
  const linked = linkRows(() => plain.map((metric) => ({ metric })));
  return metricColumns<R>(place, rows, (row) => row, linked);
}

/** Which of the candidates are read. */
export interface Chosen {
  candidates: Candidate[];
  notices: QueryResultMetaNotice[];
}

/**
 * @param wanted the query's fields
 * @param filters on the names of metrics, nodes, and systems
 * @param isOwn whether a metric is part of the alerts whose suspects are wanted: it is left out
 */
export function choose(
  { candidates, unknown, partial, failures, notices }: Candidates,
  wanted: { nodeId: Values; systemId: Values },
  filters: readonly RowFilter[],
  place: LinkPlace,
  isOwn: (metric: Candidate) => boolean = () => false
): Chosen {
  const ofFields = candidates.filter((one) => holds(wanted.nodeId, one.nodeId) && holds(wanted.systemId, one.systemId));
  const others = ofFields.filter((one) => !isOwn(one));
  const { rows, notices: unused } = filterRows(others, Object.values(nameColumns(place, others)), filters);
  const chosen = rows.slice(0, MOST_METRICS);
  // What could not be read may name metrics.
  const isNothing = ofFields.length === 0 && failures.length === 0;
  return {
    candidates: chosen,
    notices: [
      ...notices,
      ...(isNothing ? [nothingMeasured(candidates.length, unknown + partial)] : []),
      ...(candidates.length > 0 ? courseNotices(unknown, partial) : []),
      ...unused,
      ...(rows.length > chosen.length ? [cutNotice(chosen.length, rows.length, 'most severe', false)] : []),
    ],
  };
}

function holds({ given, values }: Values, id: string | null): boolean {
  return !given || (id !== null && values.includes(id));
}

/** An empty ranking would look as if all metrics were inside. @param named how many metrics the range names */
function nothingMeasured(named: number, unknown: number): QueryResultMetaNotice {
  if (named > 0) {
    return notice(
      t('deviations.none-chosen', 'None of {{named}} metrics is on the chosen node or system.', {
        named,
      })
    );
  }
  return notice(nothingFound(), unknown === 0 ? 'info' : 'warning');
}
