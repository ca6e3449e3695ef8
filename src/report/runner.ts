import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { forkJoin, map, type Observable, of } from 'rxjs';
import { type ActiveAlert, union } from '../alertbook/active';
import { AlertBook } from '../alertbook/alertBook';
import { bySeverity } from '../alertbook/order';
import { type ActiveAlerts, readActiveAlerts } from '../answer/activeAlerts';
import { type Answer, runEach } from '../answer/answers';
import { cutNotice, unknownMetrics } from '../answer/listNotices';
import { Inputs } from '../answer/inputs';
import { info, warn } from '../answer/notices';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { RAW } from '../loading/texts';
import { messageOf } from '../service/failure';
import { MINUTE } from '../settings';
import { storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { searchesOf } from '../tables/searches';
import { rangeOf, type Span } from '../time/spans';
import { daysOf, MOST_DAYS } from './days';
import { toReportAlert } from './figures';
import { filterAlerts } from './filterAlerts';
import { type AlertReportQuery } from './models';
import { dayRows, reportRows } from './rows';
import { reportTable } from './table';

/** Courses that a report reads (R10). Their requests go out after the lists and before what only decorates rows. */
const COURSES = { most: 200, rank: 1, isWhole: true } as const;

/** How much trouble there was in the range, and whether it gets better. */
export const runAlertReport = runEach(report);

function report(query: AlertReportQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const place = linkPlace(request, context);
  const range = rangeOf(request);
  const now = context.now();
  // What is still to come cannot be compared: the previous period is as long as what has passed.
  const passed = Math.max(0, Math.min(range.to, now) - range.from);
  const previous = { from: range.from - passed, to: range.from };
  const limit = Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS)));
  const { combinations, rest, notices } = searchesOf(query, inputs, storedFilters(query));
  if (combinations.length === 0) {
    return of({ frames: [reportTable(query.by, [], place)], notices });
  }
  const book = new AlertBook(context);
  const read = (span: Span) => readActiveAlerts(book, span, combinations).pipe(map((found) => newest(found, limit)));
  const both = forkJoin({ present: read(range), before: passed > 0 ? read(previous) : of(NONE) });
  return book.withCourses(both, mostSevere, COURSES).pipe(
    map(({ read: found, isComplete }) => {
      const { present, before } = found;
      if (present.failures.length === combinations.length) {
        return { frames: [], notices: [], failures: present.failures };
      }
      // Only these courses count, so that what else the page has read changes no figure.
      const courses = new Set(mostSevere(found).map(({ id }) => id));
      const metricsOf = (id: string) => (courses.has(id) ? book.courseOf(id)?.metrics : undefined) ?? [];
      const isUnknown = ({ id }: ActiveAlert) => metricsOf(id).length === 0 || !book.hasWholeCourse(id);
      const unknown = union(before.alerts, present.alerts).filter(isUnknown).length;
      const sideOf = (span: Span, { alerts }: ActiveAlerts) => ({
        span,
        ...filterAlerts(
          alerts.map((alert) => toReportAlert(alert, metricsOf(alert.id), now)),
          span,
          rest,
          place
        ),
      });
      const side = sideOf(range, present);
      const sideBefore = passed > 0 && before.failures.length === 0 ? sideOf(previous, before) : null;
      const all = [...side.alerts, ...(sideBefore?.alerts ?? [])];
      const untimed = new Set(all.filter(({ duration }) => duration === null).map(({ id }) => id)).size;
      const days = query.by === 'day' ? daysOf(range, request.timezone) : [];
      const rows = query.by === 'day' ? dayRows(days, side, sideBefore) : reportRows(query.by, side, sideBefore);
      const isCut = present.failures.length + present.notices.length + before.notices.length > 0;
      const isKnown = isComplete && unknown === 0;
      const shown = isComplete ? rows : rows.map((row) => ({ ...row, repeats: null }));
      return {
        frames: [reportTable(query.by, shown, place, { isKnown, isWhole: isKnown && !isCut })],
        notices: [
          ...notices,
          ...(range.to - now > MINUTE ? [upToNow()] : []),
          ...(unknown > 0 ? [isComplete ? unknownMetrics(unknown) : loadingMetrics(unknown)] : []),
          ...(untimed > 0 ? [untimedAlerts(untimed)] : []),
          ...(days.length === MOST_DAYS ? [daysLeftOut()] : []),
          ...present.notices,
          ...side.notices,
          ...before.failures.map(previousMissing),
          ...before.notices.map(ofPrevious),
        ],
        failures: present.failures,
        more: !isComplete,
      };
    })
  );
}

const NONE: ActiveAlerts = { alerts: [], notices: [], failures: [], total: 0 };

/** The alerts whose courses are read: the most severe of both spans. */
function mostSevere({ present, before }: { present: ActiveAlerts; before: ActiveAlerts }): ActiveAlert[] {
  return union(before.alerts, present.alerts).sort(bySeverity).slice(0, COURSES.most) as ActiveAlert[];
}

/** The newest alerts, as many as the limit lets through; one without `lastSeenAt` is still open. */
function newest(found: ActiveAlerts, limit: number): ActiveAlerts {
  const { alerts, notices } = found;
  if (alerts.length <= limit) {
    return found;
  }
  const latest = sortBy(alerts, ({ lastSeenAt }) => -(lastSeenAt ?? Infinity)).slice(0, limit);
  return { ...found, alerts: latest, notices: [...notices, cutNotice(limit, alerts.length)] };
}

function loadingMetrics(count: number) {
  return info(
    t('report.loading-metrics', 'Loading the metrics of {{count}} alerts.', {
      count,
      defaultValue_one: 'Loading the metrics of one alert.',
      defaultValue_other: 'Loading the metrics of {{count}} alerts.',
    })
  );
}

function untimedAlerts(number: number) {
  return warn(
    t('report.untimed', '{{number}} alerts have no valid start or end, so figures may be wrong.', {
      number,
    })
  );
}

function upToNow() {
  return info(t('report.up-to-now', 'The time range ends in the future. Only the part until now is compared.'));
}

function daysLeftOut() {
  return warn(t('report.days', 'Only the newest {{most}} days are listed.', { most: MOST_DAYS }));
}

function previousMissing(failure: unknown) {
  const reason = messageOf(failure);
  return warn(
    t('report.previous-missing', "Couldn't read the previous period: {{reason}}", {
      reason,
      ...RAW,
    })
  );
}

function ofPrevious({ text, severity }: QueryResultMetaNotice) {
  return { severity, text: t('report.of-previous', 'Previous period: {{text}}', { text, ...RAW }) };
}
