import { type TestDataSourceResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Context } from '../answer/runner';
import { isDeclined } from '../service/failure';
import { type Outcome, tryAlerts, tryAnomalies, tryExplore, tryMetric, sentenceOf, sentenceOfFirst } from './requests';
import { RAW } from '../loading/lazy';

/** A family of operations and what asking it came to; undefined where it could not be asked. */
interface Checked {
  name: string;
  outcome: Outcome<unknown> | undefined;
}

/**
 * Save & test: whether there is a service at the URL, whether it takes the token, and whether each family in use can be
 * read. Grafana shows what is returned, errors included; nothing is thrown for them.
 *
 * @param access the data source's; only Grafana's proxy adds the token
 */
export async function checkHealth(context: Context, access?: string): Promise<TestDataSourceResponse> {
  if (access === 'direct') {
    return failed(
      t(
        'health.direct',
        'Access is set to "direct", so that the browser would ask the service itself, without a token. Set it to "proxy".'
      )
    );
  }
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
    { name: t('health.alerts', 'alerts ({{version}})', { version: alertsVersion }), outcome: alerts },
    { name: t('health.explore', 'alert search and counts (v2)'), outcome: explore },
    { name: t('health.anomalies', 'anomalies (v2)'), outcome: anomalies },
  ];
  const metricData = {
    name: t('health.metric', 'metric data ({{version}})', { version: metricVersion }),
    outcome: metric,
  };
  const missing =
    [...checked, metricData].find(({ outcome }) => !answers(outcome)) ?? checked.find(({ outcome }) => !read(outcome));
  if (missing) {
    return lacking(missing, [...checked, metricData]);
  }
  return {
    status: 'success',
    message: t('health.fine', 'The service answers. Active alerts: {{alerts}}. Nodes named now: {{nodes}}.', {
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
  const reason = outcome && 'failure' in outcome ? sentenceOf(outcome.failure) : '';
  const message = t('health.lacking', 'The service answers, but {{name}} cannot be read. {{reason}}', {
    name,
    reason,
    ...RAW,
  });
  return { status: answers(outcome) ? 'warning' : 'error', message, details: { message: readable(all) } };
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
  return t('health.readable', 'Can be read: {{names}}.', { names: names.join(', '), ...RAW });
}

/** Metric data needs a node and a metric, and what it says of these says little about the rest. */
function noteOn({ name, outcome }: Checked): string {
  if (!outcome) {
    return t(
      'health.metric-unknown',
      'Not checked: {{name}}, since no alert names a metric now. Set a default node and metric to have it checked.',
      { name, ...RAW }
    );
  }
  return 'failure' in outcome
    ? t('health.metric-refused', "Couldn't read {{name}}: {{reason}}", {
        name,
        reason: sentenceOf(outcome.failure),
        ...RAW,
      })
    : '';
}
