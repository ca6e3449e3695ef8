import { t } from '@grafana/i18n';
import { catchError, firstValueFrom, forkJoin, map, type Observable, of, tap } from 'rxjs';
import { mentionsVariable } from '../query/shapes';
import { type Context } from '../answer/runner';
import { remember } from '../answer/nameBook';
import { type Named } from '../service/alerts';
import { bySeverity } from '../alertbook/order';
import { exploreAlertCounts, exploreAlerts, listAlerts } from '../service/alertOperations';
import { listAnomalies, listCurrentAnomalies } from '../service/anomalyOperations';
import { isFailure, type ServiceFailure } from '../service/failure';
import { dateTime } from '../service/operations';
import { HOUR } from '../settings';
import { RAW } from '../loading/texts';
import { checkUrl } from './checks';

/** What one request of Save & test came to. */
export type Outcome<T> = { value: T } | { failure: ServiceFailure };

/** What the alert list shows about the service. */
export interface ListedAlerts {
  active: number;
  named: Named[];
}

/** The alert list: the first request, which shows whether there is a service and whether it takes the token. */
export function tryAlerts(context: Context): Promise<Outcome<ListedAlerts>> {
  return outcomeOf(
    listAlerts(context.operations, undefined, true).pipe(
      // What leads on from here is about the worst of them.
      tap((alerts) => remember(context, [...alerts].sort(bySeverity))),
      map((alerts) => ({
        active: alerts.filter(({ active }) => active !== false).length,
        named: alerts.flatMap(({ metrics }) => metrics ?? []),
      }))
    )
  );
}

/** Alert search and counts, of the last hour. */
export function tryExplore({ operations, now }: Context): Promise<Outcome<unknown>> {
  const to = now();
  const counted = { from: dateTime(to - HOUR), to: dateTime(to), bucket: '15m' } as const;
  return outcomeOf(
    forkJoin([exploreAlerts(operations, { page: 1, limit: 1 }), exploreAlertCounts(operations, counted)])
  );
}

/** Anomalies, those of now and those of the last hour: the nodes and metrics that the former name. */
export function tryAnomalies({ operations, now }: Context): Promise<Outcome<Named[]>> {
  const to = now();
  return outcomeOf(
    forkJoin([listCurrentAnomalies(operations), listAnomalies(operations, to - HOUR, to)]).pipe(
      map(([current]) => current.flatMap(({ metrics }) => metrics))
    )
  );
}

/**
 * The last hour of one metric: metric data cannot be requested without one. It is one that the service has just named,
 * else the one in the settings.
 *
 * @returns undefined where no metric is known
 */
export function tryMetric(context: Context, named: Named[]): Promise<Outcome<unknown>> | undefined {
  const { operations, settings, now } = context;
  const known = named.find(({ nodeId, metricId }) => nodeId && metricId);
  const nodeId = known?.nodeId ?? settings.defaultNodeId;
  const metricId = known?.metricId ?? settings.defaultMetricId;
  // Save & test knows no dashboard, and so no variables.
  if (!nodeId || !metricId || mentionsVariable(nodeId + metricId)) {
    return undefined;
  }
  const to = now();
  const request = { version: settings.metricVersion, nodeId, metricId, from: to - HOUR, to, aggregation: '' };
  return outcomeOf(operations.getMetricData(request));
}

/** What failed, for who is setting the data source up: where the service is may itself be what is wrong. */
export function sentenceOf({ message, facts: { reason } }: ServiceFailure): string {
  const url = /invalid data source url: "(.*)"/i.exec(reason ?? '')?.[1];
  if (url !== undefined) {
    return checkUrl(url) ?? message;
  }
  return message;
}

/** What the first request's failure means: a service without a list of alerts is another one. */
export function sentenceOfFirst(failure: ServiceFailure, version: string): string {
  return failure.kind === 'notFound'
    ? t(
        'health.not-the-service',
        'No anomaly service at this URL: it has no /{{version}}/alerts (404). Check the URL, or "{{setting}}".',
        { version, setting: t('config.alerts-version', 'Alerts API'), ...RAW }
      )
    : sentenceOf(failure);
}

function outcomeOf<T>(source: Observable<T>): Promise<Outcome<T>> {
  return firstValueFrom(
    source.pipe(
      map((value): Outcome<T> => ({ value })),
      catchError((failure: unknown) => {
        if (!isFailure(failure)) {
          throw failure;
        }
        return of<Outcome<T>>({ failure });
      })
    )
  );
}
