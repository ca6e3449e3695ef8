import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable, of } from 'rxjs';
import { type Answer, readEach } from '../answer/answers';
import { emptyNotice, Inputs } from '../answer/inputs';
import { notice } from '../answer/notices';
import { type AlertsQuery } from './models';
import { type Context, type Request } from '../answer/runner';
import { getAlert, listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { dateTime } from '../service/operations';
import { storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { union } from '../incidents/active';
import { alertTable } from './alertTable';
import { isGone } from '../service/failure';
import { remember } from '../answer/catalogue';

/** The alert list, or single alerts where `alertId` is set (interface: GET alerts, GET alerts/{alertId}). */
export function answerAlerts(query: AlertsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const at = inputs.moment(query.at, 'at');
  const ids = inputs.all(query.alertId);
  const filters = storedFilters(query);
  const table = (alerts: Alert[], notices: QueryResultMetaNotice[], failures: unknown[] = []): Answer => {
    remember(context, alerts);
    const { frame, notices: more } = alertTable(alerts, {
      place: linkPlace(request, context),
      now: at ?? context.now(),
      filters,
      rows: query.metrics ? 'metric' : 'alert',
    });
    return { frames: [frame], notices: [...ids.notices, ...notices, ...more], failures };
  };
  if (!ids.given) {
    return listAlerts(context.operations, at, query.metrics || filters.length > 0).pipe(
      map((alerts) => table(alerts, []))
    );
  }
  if (ids.values.length === 0) {
    return of(table([], [emptyNotice('alertId')]));
  }
  return readEach(ids.values, (id) => getAlert(context.operations, id, at)).pipe(
    map(({ read, failed }) => {
      const gone = failed.filter(({ failure }) => isGone(failure));
      const failures = failed.filter(({ failure }) => !isGone(failure)).map(({ failure }) => failure);
      if (failures.length === ids.values.length) {
        return { frames: [], notices: [], failures };
      }
      return table(
        union(read.map(({ result }) => result)),
        gone.map(({ value }) => inactive(value, at ?? context.now())),
        failures
      );
    })
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
