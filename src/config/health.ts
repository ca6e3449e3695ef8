import { type TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { catchError, firstValueFrom, forkJoin, map, type Observable, of } from 'rxjs';
import { pagingNotices, unreadText } from '../notices/listNotices';
import { namedIn } from '../alertbook/names';
import { type Context } from '../answer/runner';
import { brokenLinks } from '../linkSettings';
import { RAW } from '../loading/texts';
import { mentionsVariable } from '../query/shapes';
import { exploreAlertCounts, exploreAlerts, listAlerts } from '../service/alertOperations';
import { type Named } from '../service/alerts';
import { type Anomaly, listAnomalies, listCurrentAnomalies } from '../service/anomalies';
import { isFailure, type ServiceFailure } from '../service/failure';
import { dateTime } from '../service/operations';
import { HOUR } from '../settings';
import { connectionProblem } from './connection';

/** The result of a read. */
type Outcome<T> = { value: T } | { failure: ServiceFailure };

/** A family of operations, and the result of reading it. Undefined if it could not be read at all. */
interface Family {
  name: string;
  outcome: Outcome<unknown> | undefined;
}

/**
 * Save & test: whether there is a service at the URL, whether it accepts the token, and whether each family in use can be
 * read. Grafana shows the returned value, including errors. They are not thrown.
 */
export async function checkHealth(context: Context): Promise<TestDataSourceResponse> {
  const { alertsVersion } = context.operations;
  const alerts = await outcomeOf(listAlerts(context.operations));
  if ('failure' in alerts) {
    return { status: 'error', message: await connectionProblem(alerts.failure, context) };
  }
  const [search, anomalies] = await Promise.all([readSearch(context), readAnomalies(context)]);
  const named = namedIn([...alerts.value.rows, ...('value' in anomalies ? anomalies.value : [])]);
  const lists: Family[] = [
    { name: `${t('label.alerts', 'Alerts')} (${alertsVersion})`, outcome: alerts },
    { name: `${t('type.alert-search', 'Alert search')} (v2)`, outcome: search },
    { name: `${t('label.anomalies', 'Anomalies')} (v2)`, outcome: anomalies },
  ];
  const metrics: Family = {
    name: `${t('label.metrics', 'Metrics')} (${context.settings.metricVersion})`,
    outcome: await readMetric(context, named),
  };
  const all = [...lists, metrics];
  const names = all.filter(({ outcome }) => outcome && 'value' in outcome).map(({ name }) => name);
  const unread = wrongSettings(context.settings);
  const available = t('health.readable', 'Available: {{names}}.', { names: names.join(', '), ...RAW });
  // A refusal is an answer: the service does not have that family.
  const broken = all.find((family) => {
    const failure = failureOf(family);
    return failure && failure.kind !== 'notFound' && failure.kind !== 'invalid';
  });
  const missing = broken ?? lists.find(failureOf);
  if (missing) {
    const message = problemOf(missing);
    return { status: broken ? 'error' : 'warning', message, details: { message: joined([unread, available]) } };
  }
  if (unread) {
    return { status: 'error', message: unread, details: { message: joined([available, problemOf(metrics)]) } };
  }
  return {
    status: 'success',
    message: t('health.fine', 'The service responds. Active alerts: {{alerts}}, nodes: {{nodes}}.', {
      alerts: alerts.value.rows.filter(({ active }) => active !== false).length,
      nodes: new Set(named.flatMap(({ nodeId }) => nodeId ?? [])).size,
    }),
    details: {
      message: joined([available, ...pagingNotices(alerts.value).map(({ text }) => text), problemOf(metrics)]),
    },
  };
}

/** Invalid settings that are replaced by their defaults, and links that are not shown. '' if all is well. */
function wrongSettings({ unread, links: stored }: Context['settings']): string {
  const settings = unread.join(', ');
  const links = brokenLinks(stored).join(', ');
  return joined([
    settings &&
      t(
        'health.unread-settings',
        'These settings have invalid values, so their defaults apply: {{names}}. Correct them.',
        { names: settings, ...RAW }
      ),
    links &&
      t('health.broken-links', "These links have an invalid URL, placeholder, or `on` and aren't shown: {{names}}.", {
        names: links,
        ...RAW,
      }),
  ]);
}

function joined(sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Alert search and counts for the last hour. */
function readSearch({ operations, now }: Context): Promise<Outcome<unknown>> {
  const to = now();
  const counted = { from: dateTime(to - HOUR), to: dateTime(to), bucket: '15m' } as const;
  return outcomeOf(
    forkJoin([exploreAlerts(operations, { page: 1, limit: 1 }), exploreAlertCounts(operations, counted)])
  );
}

/** The current anomalies. Those of the last hour are only tested. */
function readAnomalies({ operations, now }: Context): Promise<Outcome<Anomaly[]>> {
  const to = now();
  return outcomeOf(
    forkJoin([listCurrentAnomalies(operations), listAnomalies(operations, to - HOUR, to)]).pipe(
      map(([current]) => current)
    )
  );
}

/** The last hour of a metric from the service's answers, otherwise of the one in the settings. Undefined without one. */
function readMetric(context: Context, named: Named[]): Promise<Outcome<unknown>> | undefined {
  const { operations, settings, now } = context;
  const known = named.find(({ nodeId, metricId }) => nodeId && metricId);
  const nodeId = known?.nodeId ?? settings.defaultNodeId;
  const metricId = known?.metricId ?? settings.defaultMetricId;
  // Save & test has no dashboard, and therefore no variables.
  if (!nodeId || !metricId || mentionsVariable(nodeId + metricId)) {
    return undefined;
  }
  const to = now();
  const request = { version: settings.metricVersion, nodeId, metricId, from: to - HOUR, to, aggregation: '' };
  return outcomeOf(operations.getMetricData(request));
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

function failureOf({ outcome }: Family): ServiceFailure | undefined {
  return outcome && 'failure' in outcome ? outcome.failure : undefined;
}

/** Why a family was not read. '' if it was. */
function problemOf(family: Family): string {
  const { name, outcome } = family;
  const failure = failureOf(family);
  if (failure) {
    return unreadText(name, failure.message);
  }
  const values = { name, ...RAW };
  return outcome
    ? ''
    : t(
        'health.metric-unknown',
        'Not checked: {{name}}, because no alert names a metric. Set a default node and metric.',
        values
      );
}
