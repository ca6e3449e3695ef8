import { type DataFrame, DataFrameType, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniq } from 'lodash';
import { filter, map, type Observable, of, tap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { IMPACTS, inOrder } from '../alertbook/order';
import { unknownAlert } from '../answer/activeAlerts';
import { type Answer, readEach, runEach } from '../answer/answers';
import { remember } from '../answer/nameBook';
import { emptyNotice, Inputs, type Values } from '../answer/inputs';
import { info } from '../answer/notices';
import { type Context, type Request } from '../answer/runner';
import { RAW } from '../loading/texts';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { IMPACT_COLORS } from '../tables/colors';
import { storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { alertTable } from './alertTable';
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
    // Rows stay in the order of arrival: titles that come late change none (AT8).
    map((read) => ({ ...read, alerts: inOrder(read.alerts, (alert) => book.titleOf(alert)) }))
  );
  // An alert that ended has metrics in its events alone.
  const waits = ({ alerts }: AlertsRead) =>
    query.metrics && alerts.some(({ active, metrics }) => active === false && !metrics?.length);
  return book
    .withCourses(source, ({ alerts }) => (counts ? [] : alerts))
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
        const shown = [...ids.notices, ...notices, ...table.notices];
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
    return book.list(at).pipe(map((alerts) => ({ alerts, notices: [], failures: [] })));
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

/**
 * How many alerts are active, by impact, in one row (contract: `alerts`, `format: counts`). Zeros are data: whoever draws
 * them knows that the service answered. One of an impact that the interface does not list counts as active, with a notice.
 */
function impactCounts(alerts: readonly Alert[]): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const active = alerts.filter((alert) => alert.active !== false);
  const of = (impact: string) => active.filter((alert) => alert.impact === impact).length;
  const others = active.filter(({ impact }) => !IMPACTS.some((known) => known === impact));
  return {
    frame: {
      name: t('type.alert-counts', 'Alert counts'),
      length: 1,
      fields: [
        countField('active', active.length, 'text'),
        ...[...IMPACTS].reverse().map((impact) => countField(impact, of(impact), IMPACT_COLORS[impact])),
      ],
      meta: { type: DataFrameType.NumericWide, typeVersion: [0, 1] },
    },
    notices: others.length > 0 ? [otherImpacts(others)] : [],
  };
}

function countField(name: string, count: number, color: string): Field {
  const config = { color: { mode: 'fixed', fixedColor: color }, decimals: 0, min: 0 };
  return { name, type: FieldType.number, config, values: [count] };
}

function otherImpacts(alerts: readonly Alert[]): QueryResultMetaNotice {
  const impacts = uniq(alerts.map(({ impact }) => impact ?? t('option.none', 'none')));
  return info(
    t('alerts.counts-others', '{{number}} alerts have another impact ({{impacts}}).', {
      number: alerts.length,
      impacts: impacts.slice(0, 5).join(', '),
      ...RAW,
    })
  );
}
