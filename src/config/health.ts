import { type TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Context } from '../answer/runner';
import { isDeclined, type ServiceFailure } from '../service/failure';
import { type Outcome, tryAlerts, tryAnomalies, tryExplore, tryMetric, sentenceOf, sentenceOfFirst } from './requests';
import { RAW } from '../loading/texts';

/** A family of operations and what asking it came to; undefined where it could not be asked. */
interface Checked {
  name: string;
  outcome: Outcome<unknown> | undefined;
}

/**
 * Save & test: whether there is a service at the URL, whether it takes the token, and whether each family in use can be
 * read. Grafana shows what is returned, errors included; nothing is thrown for them.
 */
export async function checkHealth(context: Context): Promise<TestDataSourceResponse> {
  const { alertsVersion } = context.operations;
  const alerts = await tryAlerts(context);
  if ('failure' in alerts) {
    return failed(sentenceOfFirst(alerts.failure, alertsVersion));
  }
  const [explore, anomalies] = await Promise.all([tryExplore(context), tryAnomalies(context)]);
  const named = [...alerts.value.named, ...('value' in anomalies ? anomalies.value : [])];
  const metric = await tryMetric(context, named);

  const { metricVersion } = context.settings;
  const checked: Checked[] = [
    { name: `${t('label.alerts', 'Alerts')} (${alertsVersion})`, outcome: alerts },
    { name: `${t('type.alert-search', 'Alert search')} (v2)`, outcome: explore },
    { name: `${t('label.anomalies', 'Anomalies')} (v2)`, outcome: anomalies },
  ];
  const metricData = { name: `${t('label.metrics', 'Metrics')} (${metricVersion})`, outcome: metric };
  const missing =
    [...checked, metricData].find(({ outcome }) => !answers(outcome)) ?? checked.find(({ outcome }) => !read(outcome));
  if (missing) {
    return lacking(missing, [...checked, metricData]);
  }
  return {
    status: 'success',
    message: t('health.fine', 'The service responds. Active alerts: {{alerts}}, nodes: {{nodes}}.', {
      alerts: alerts.value.active,
      nodes: new Set(named.flatMap(({ nodeId }) => nodeId ?? [])).size,
    }),
    details: { message: [readable([...checked, metricData]), noteOn(metricData)].filter(Boolean).join(' ') },
  };
}

function failed(message: string, details?: TestDataSourceResponse['details']): TestDataSourceResponse {
  return { status: 'error', message, ...(details ? { details } : {}) };
}

/** One family cannot be read although the service is there: a warning where it merely does not have it. */
function lacking({ name, outcome }: Checked, all: Checked[]): TestDataSourceResponse {
  const message = outcome && 'failure' in outcome ? unread(name, outcome.failure) : '';
  return { status: answers(outcome) ? 'warning' : 'error', message, details: { message: readable(all) } };
}

function unread(name: string, failure: ServiceFailure): string {
  return t('answer.unread', "Couldn't read {{names}}: {{reason}}", {
    names: name,
    reason: sentenceOf(failure),
    ...RAW,
  });
}

/** Who declines has answered; anything else that failed is no answer. */
function answers(outcome: Checked['outcome']): boolean {
  return !outcome || 'value' in outcome || isDeclined(outcome.failure);
}

function read(outcome: Checked['outcome']): boolean {
  return outcome !== undefined && 'value' in outcome;
}

function readable(all: Checked[]): string {
  const names = all.filter(({ outcome }) => read(outcome)).map(({ name }) => name);
  return t('health.readable', 'Available: {{names}}.', { names: names.join(', '), ...RAW });
}

/** Metric data needs a node and a metric, and what it says of these says little about the rest. */
function noteOn({ name, outcome }: Checked): string {
  if (!outcome) {
    return t(
      'health.metric-unknown',
      'Not checked: {{name}}, because no alert names a metric. Set a default node and metric.',
      { name, ...RAW }
    );
  }
  return 'failure' in outcome ? unread(name, outcome.failure) : '';
}
