import { type TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { catchError, firstValueFrom, forkJoin, lastValueFrom, map, type Observable, of, defer, timeout } from 'rxjs';
import { uniqBy } from 'lodash';
import { getBackendSrv } from '@grafana/runtime';
import { pagingNotices } from '../judging/listNotices';
import { unreadText } from '../judging/readingNotices';
import { namedIn } from '../facts/names';
import { type Context } from '../table/runner';
import { brokenLinks } from '../ground/linkSettings';
import { RAW } from '../ground/texts';
import { seriesKey, type SeriesId } from '../ground/series';
import { mentionsVariable } from '../ground/shapes';
import { exploreAlertCounts, exploreAlerts, listAlerts, type Named } from '../service/alerts';
import { type Anomaly, listAnomalies, listCurrentAnomalies } from '../service/anomalies';
import { isDeclined, isFailure, type ServiceFailure } from '../ground/failure';
import { dateTime } from '../service/operations';
import { invalidSettings } from '../ground/settings';
import { HOUR } from '../ground/spans';
import { closed } from '../ground/notices';
import { record } from '../ground/read';
import { checkUrl } from './checks';

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
  const unread = wrongSettings(context.settings);
  const alerts = await outcomeOf(listAlerts(context.operations));
  if ('failure' in alerts) {
    const message = (await otherVersion(alerts.failure, context)) ?? (await connectionProblem(alerts.failure, context));
    return { status: 'error', message, details: { message: unread } };
  }
  const [search, anomalies] = await Promise.all([readSearch(context), readAnomalies(context)]);
  const named = namedIn([...alerts.value.rows, ...('value' in anomalies ? anomalies.value : [])]);
  const lists: Family[] = [
    { name: `${t('label.alerts', 'Alerts')} (${alertsVersion})`, outcome: alerts },
    { name: `${t('type.alert-search', 'Alert search')} (v2)`, outcome: search },
    { name: `${t('label.anomalies', 'Anomalies')} (v2)`, outcome: anomalies },
  ];
  const [outcome, limit] = await readMetric(context, named);
  const metrics: Family = { name: `${t('label.metrics', 'Metrics')} (${context.settings.metricVersion})`, outcome };
  // The service names these metrics itself, so it can't mean that they are unknown.
  const expected = named.some(isSeries) ? [...lists, metrics] : lists;
  const all = [...lists, metrics];
  const names = all.filter(({ outcome }) => outcome && 'value' in outcome).map(({ name }) => name);
  const available = t('health.readable', 'Available: {{names}}.', { names: names.join(', '), ...RAW });
  // A refusal is an answer: the service does not have that family.
  const broken = all.find((family) => {
    const failure = failureOf(family);
    return failure && failure.kind !== 'notFound' && failure.kind !== 'invalid';
  });
  const missing = broken ?? expected.find(failureOf);
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
      message: joined([available, limit, ...pagingNotices(alerts.value).map(({ text }) => text), problemOf(metrics)]),
    },
  };
}

/** What to set if the service only has the alerts operations of the other version. */
async function otherVersion({ kind }: ServiceFailure, { operations }: Context): Promise<string | undefined> {
  const version = operations.alertsVersion === 'v2' ? 'v1' : 'v2';
  if (kind !== 'notFound' || 'failure' in (await outcomeOf(listAlerts(operations, undefined, version)))) {
    return undefined;
  }
  const values = {
    wrong: operations.alertsVersion,
    version,
    setting: t('config.alerts-version', 'Alerts API'),
    ...RAW,
  };
  return t(
    'health.other-version',
    'The service has no /{{wrong}}/alerts (404), but its {{version}} works. Set "{{setting}}" to {{version}}.',
    values
  );
}

/** Invalid settings that are replaced by their defaults, and links that are not shown. '' if all is well. */
function wrongSettings({ stored }: Context['settings']): string {
  const settings = invalidSettings(stored).join(', ');
  const links = brokenLinks(stored.links).join(', ');
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

/** The current anomalies. The list of the last hour is only tested. */
function readAnomalies({ operations, now }: Context): Promise<Outcome<Anomaly[]>> {
  const to = now();
  return outcomeOf(
    forkJoin([listCurrentAnomalies(operations), listAnomalies(operations, to - HOUR, to)]).pipe(
      map(([current]) => current)
    )
  );
}

/** A single metric may have been removed since. */
const MOST_METRICS = 3;

/**
 * The last hour of a metric from the service's answers, or of the next one if it is refused, otherwise of the one in the
 * settings. Undefined without one. If it was read, also a sentence about the window limit.
 */
async function readMetric(context: Context, named: Named[]): Promise<[Outcome<unknown> | undefined, string]> {
  const { operations, settings, now } = context;
  const { defaultNodeId: nodeId, defaultMetricId: metricId } = settings;
  // Save & test has no dashboard, and therefore no variables.
  const chosen = nodeId && metricId && !mentionsVariable(nodeId + metricId) ? [{ nodeId, metricId }] : [];
  const known = uniqBy(named.filter(isSeries), (one) => seriesKey(one)).slice(0, MOST_METRICS);
  const to = now();
  const common = { version: settings.metricVersion, from: to - HOUR, to, aggregation: '' };
  let outcome: Outcome<unknown> | undefined;
  for (const one of known.length > 0 ? known : chosen) {
    outcome = await outcomeOf(operations.getMetricData({ ...common, nodeId: one.nodeId, metricId: one.metricId }));
    if (!('failure' in outcome)) {
      return [outcome, await windowLimit(context, one)];
    }
    if (!isDeclined(outcome.failure)) {
      break;
    }
  }
  return [outcome, ''];
}

/** A sentence about the limit of a service that refuses longer windows. '' without one. The data source learns it, too. */
async function windowLimit({ store, settings, now }: Context, { nodeId, metricId }: SeriesId): Promise<string> {
  const span = { from: now() - settings.maxWindow, to: now() };
  await lastValueFrom(store.read({ nodeId, metricId, aggregation: '', granularity: '1h', requests: 1, ...span }));
  const { foundWindow } = store;
  return foundWindow
    ? t('health.window', 'The service accepts at most {{hours}} h of metric data per request.', {
        hours: foundWindow / HOUR,
      })
    : '';
}

function isSeries(named: Named): named is Named & SeriesId {
  return Boolean(named.nodeId && named.metricId);
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

/** What Grafana has stored. The page only knows the proxy's URL, and never the token. */
interface Stored {
  url: unknown;
  hasToken: boolean;
}

/** How long to wait for Grafana's stored settings, in milliseconds. */
const PATIENCE = 5000;

/** Why not even the first request succeeded: the URL, a redirect, or the token may be wrong. */
async function connectionProblem(failure: ServiceFailure, context: Context): Promise<string> {
  const stored = await readStored(context.dataSource.uid);
  // If the user may not read the settings, Grafana's message may contain the URL.
  const url = stored?.url ?? /invalid data source url: "(.*)"/i.exec(failure.facts.reason ?? '')?.[1];
  const wrong = typeof url === 'string' ? checkUrl(url) : undefined;
  if (wrong) {
    return wrong;
  }
  if (stored?.hasToken === false && (failure.kind === 'refused' || failure.kind === 'forbidden')) {
    return t('health.no-token', 'The service requires an access token, but none is set. Enter a read token.');
  }
  const sentence = sentenceOf(failure, context.operations.alertsVersion);
  const cause = otherCause(failure, stored);
  return cause ? `${closed(sentence)} ${cause}` : sentence;
}

/** Undefined if the user may not read the settings. It is a request to Grafana, not to the service. */
function readStored(uid: string): Promise<Stored | undefined> {
  const path = `/api/datasources/uid/${encodeURIComponent(uid)}`;
  return firstValueFrom(
    defer(() => getBackendSrv().get<unknown>(path, undefined, undefined, { showErrorAlert: false })).pipe(
      timeout(PATIENCE),
      map((answer) => {
        const { url, secureJsonFields } = record(answer);
        return { url, hasToken: record(secureJsonFields).accessToken === true };
      }),
      catchError(() => of(undefined))
    )
  );
}

/** A service without a list of alerts is not the right one. */
function sentenceOf({ kind, message }: ServiceFailure, version: string): string {
  return kind === 'notFound'
    ? t(
        'health.not-the-service',
        'No anomaly service at this URL: it has no /{{version}}/alerts (404). Check the URL, or "{{setting}}".',
        { version, setting: t('config.alerts-version', 'Alerts API'), ...RAW }
      )
    : message;
}

/** Other causes that look the same from here. Undefined if there are none. */
function otherCause({ kind, status, facts }: ServiceFailure, stored: Stored | undefined): string | undefined {
  // The browser follows a redirect outside the proxy: to another host, or to a page of Grafana.
  const isPastProxy = kind === 'unreachable' && status === undefined;
  if (isPastProxy || kind === 'unreadable' || (kind === 'notFound' && facts.isForeign)) {
    return t(
      'health.redirect',
      'A redirect can also cause this. Enter the URL that it leads to, for example with https:// instead of http://.'
    );
  }
  // Headers can't contain line breaks, so Grafana sends nothing.
  return kind === 'unreachable' && stored?.hasToken !== false
    ? t('health.token-line', 'A line break in the access token can also cause this. Enter the token again without it.')
    : undefined;
}
