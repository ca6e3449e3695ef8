import { type QueryResultMetaNotice } from '@grafana/data';
import { partition } from 'lodash';
import { filter, map, type Observable, of, tap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { DECIDING } from '../alertbook/grouping';
import { bySeverity } from '../alertbook/order';
import { unknownAlert } from '../answer/alertReads';
import { type Answer, readEach, runEach } from '../answer/answers';
import { remember } from '../answer/nameBook';
import { emptyNotice, Inputs, type Values } from '../answer/inputs';
import { pagingNotices } from '../answer/listNotices';
import { asOfNow } from '../answer/pastNotices';
import { type Context, type Request } from '../answer/runner';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { isOnMetrics, storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { rangeOf } from '../time/spans';
import { alertTable } from './alertTable';
import { impactCounts } from './countsFrame';
import { type AlertsQuery } from './models';

interface AlertsRead {
  alerts: Alert[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
}

/** The alert list, or single alerts where `alertId` is set (interface: GET alerts, GET alerts/{alertId}). */
export const runAlerts = runEach(answerAlerts);

function answerAlerts(query: AlertsQuery, request: Request, context: Context): Observable<Answer> {
  const book = new AlertBook(context);
  const inputs = new Inputs(request, context);
  const at = inputs.moment(query.at, 'at');
  const ids = inputs.all(query.alertId);
  const counts = query.format === 'counts' && !(ids.given && ids.values.length === 0);
  const source = readAlerts(book, ids, at, context.now()).pipe(
    tap(({ alerts }) => remember(context, alerts)),
    // Rows stay in the order of arrival: titles that come late change none.
    map((read) => ({ ...read, alerts: [...read.alerts].sort(bySeverity) }))
  );
  // An alert that ended has metrics in its events alone.
  const decides = query.metrics || storedFilters(query).some(isOnMetrics);
  const waits = ({ alerts }: AlertsRead) =>
    decides && alerts.some(({ active, metrics }) => active === false && !metrics?.length);
  return book
    .withCourses(source, ({ alerts }) => (counts ? [] : alerts), decides ? DECIDING : {})
    .pipe(
      filter(({ read, isComplete }) => isComplete || !waits(read)),
      map(({ read: { alerts, notices, failures }, isComplete }) => {
        // A count without the alerts that could not be read would be wrong.
        if (failures.length > 0 && (counts || (alerts.length === 0 && notices.length === 0))) {
          return { frames: [], notices: [], failures };
        }
        const table = alertTable(alerts, {
          place: linkPlace(request, context),
          book,
          now: at ?? context.now(),
          isPast: at !== undefined,
          filters: storedFilters(query),
          rows: query.metrics ? 'metric' : 'alert',
        });
        const current = at === undefined ? asOfNow(rangeOf(request), context.now(), request.timezone) : [];
        const shown = [...ids.notices, ...notices, ...current, ...table.notices];
        if (counts) {
          const { frame, notices: others } = impactCounts(table.shown);
          return { frames: [frame], notices: [...shown, ...others], failures };
        }
        return { frames: [table.frame], notices: shown, failures, more: !isComplete };
      })
    );
}

function readAlerts(book: AlertBook, ids: Values, at: number | undefined, now: number): Observable<AlertsRead> {
  if (!ids.given) {
    return book.list(at).pipe(map((list) => ({ alerts: list.rows, notices: pagingNotices(list), failures: [] })));
  }
  if (ids.values.length === 0) {
    return of({ alerts: [], notices: [emptyNotice('alertId')], failures: [] });
  }
  return readEach(ids.values, (id) => book.single(id, at)).pipe(
    map(({ read, failed }) => {
      const [gone, others] = partition(failed, ({ failure }) => isGone(failure));
      return {
        alerts: read.map(({ result }) => result),
        notices: gone.map(({ value }) => unknownAlert(value, at ?? now)),
        failures: others.map(({ failure }) => failure),
      };
    })
  );
}
