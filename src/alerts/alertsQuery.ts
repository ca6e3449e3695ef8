import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable, of } from 'rxjs';
import { type Answer, readEach } from '../answer/answers';
import { emptyNotice, Inputs, type Values } from '../answer/inputs';
import { notice } from '../answer/notices';
import { type AlertsQuery } from './models';
import { type Context, type Request } from '../answer/runner';
import { getAlert, listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { dateTime } from '../service/operations';
import { storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { withTitles } from '../catalogue/lookUps';
import { union } from '../incidents/active';
import { bySeverity } from '../alertbook/order';
import { alertTable } from './alertTable';
import { impactCounts } from './impactCounts';
import { isGone } from '../service/failure';
import { remember } from '../answer/catalogue';

/** What was read, before it is a table. */
interface Read {
  alerts: Alert[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
}

/** The alert list, or single alerts where `alertId` is set (interface: GET alerts, GET alerts/{alertId}). */
export function answerAlerts(query: AlertsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const at = inputs.moment(query.at, 'at');
  const ids = inputs.all(query.alertId);
  const filters = storedFilters(query);
  // The list holds metrics; an alert that ended has none any more, and is looked up as it was last seen.
  const counts = query.format === 'counts';
  const wanting = ({ alerts }: Read) => (ids.given && !counts ? alerts.filter(({ active }) => active === false) : []);
  return withTitles(read(ids, at, context), wanting, context).pipe(
    map(({ read: { alerts, notices, failures }, titles, complete }) => {
      remember(context, alerts);
      // A count without those that could not be asked for would be a false one.
      if (failures.length > 0 && (counts || (alerts.length === 0 && notices.length === 0))) {
        return { frames: [], notices: [], failures };
      }
      const table = alertTable([...alerts].sort(bySeverity), {
        place: linkPlace(request, context),
        titles,
        now: at ?? context.now(),
        isPast: at !== undefined,
        filters,
        rows: query.metrics ? 'metric' : 'alert',
      });
      const shown = [...ids.notices, ...notices, ...table.notices];
      if (counts && !(ids.given && ids.values.length === 0)) {
        const { frame, notices: others } = impactCounts(table.shown);
        return { frames: [frame], notices: [...shown, ...others], failures };
      }
      return { frames: [table.frame], notices: shown, failures, more: !complete };
    })
  );
}

function read(ids: Values, at: number | undefined, { operations, now }: Context): Observable<Read> {
  if (!ids.given) {
    return listAlerts(operations, at, true).pipe(map((alerts) => ({ alerts, notices: [], failures: [] })));
  }
  if (ids.values.length === 0) {
    return of({ alerts: [], notices: [emptyNotice('alertId')], failures: [] });
  }
  return readEach(ids.values, (id) => getAlert(operations, id, at)).pipe(
    map(({ read, failed }) => ({
      alerts: union(read.map(({ value, result }) => ({ ...result, id: result.id || value }))),
      notices: failed.filter(({ failure }) => isGone(failure)).map(({ value }) => inactive(value, at ?? now())),
      failures: failed.filter(({ failure }) => !isGone(failure)).map(({ failure }) => failure),
    }))
  );
}

function inactive(id: string, at: number): QueryResultMetaNotice {
  return notice(
    t('alerts.inactive', 'The alert "{{id}}" was not active at {{time}}, or does not exist.', {
      id,
      time: dateTime(at),
      interpolation: { escapeValue: false },
    })
  );
}
