import { t } from '@grafana/i18n';
import { ALERT, FORMAT, MOMENT, TABLE } from '../../ground/fields';
import { COMPARED_KEYS } from '../../ground/filtering';
import { model, type QueryOf } from '../../ground/query';
import { choice, flag, isFilled, texts } from '../../ground/shapes';

type Scope = 'range' | 'current' | 'unread' | 'alert' | 'update';

/** Scopes whose answers can contain data points. */
export const METERED: ReadonlySet<Scope> = new Set<Scope>(['range', 'unread', 'update']);

const purpose = () => t('type.anomalies-for', 'Groups of metrics that left their corridors, as a table or time series');

export const ANOMALIES = model(
  'anomalies',
  {
    scope: choice<Scope>(
      {
        range: () => t('anomalies.editor.range', 'In the range'),
        current: () => t('anomalies.editor.current', 'Current'),
        unread: {
          label: () => t('anomalies.editor.unread', 'Unread'),
          description: () =>
            t(
              'anomalies.editor.unread-for',
              "Updates that weren't returned before. Not for dashboards: each may be returned only once."
            ),
        },
        alert: () => t('anomalies.editor.alert', 'All updates of an anomaly'),
        update: () => t('anomalies.editor.one-update', 'Single update'),
      },
      { label: () => t('anomalies.editor.scope', 'Scope') }
    ),
    /** For the scopes `alert` and `update`. */
    alertId: { ...ALERT, optional: false },
    /** For the scope `update`. */
    updateId: texts({ label: () => t('anomalies.editor.update', 'Update ID'), width: 30 }),
    /** The end. Empty: not sent. */
    to: { ...MOMENT, label: () => t('label.until', 'Until') },
    /** Also requests the metrics' data points. */
    withMetrics: flag(false, { label: () => t('anomalies.editor.with-metrics', 'With metrics'), width: 12 }),
    format: choice({ table: TABLE, timeseries: () => t('anomalies.editor.timeseries', 'Time series') }, FORMAT),
  },
  {
    isComplete: ({ scope, alertId, updateId }) =>
      !isOfAlert({ scope }) || (isFilled(alertId) && (scope === 'alert' || isFilled(updateId))),
    // Anomalies have no impact, and the rows of an alert's updates have no metrics.
    filtering: ({ scope }) => ({
      plugin: scope === 'alert' ? ['text', 'severity'] : ['node', 'metric', 'text', ...COMPARED_KEYS],
    }),
    shownWhen: {
      alertId: isOfAlert,
      updateId: ({ scope }) => scope === 'update',
      // A stored time also limits a range, so it is shown and can be removed.
      to: ({ scope, to }) => !isOfAlert({ scope }) && (scope !== 'range' || to !== ''),
      withMetrics: ({ scope }) => METERED.has(scope),
      // A stored one that needs metrics can be changed back.
      format: ({ scope, withMetrics, format }) => METERED.has(scope) && (withMetrics || format !== 'table'),
    },
    about: {
      name: () => t('label.anomalies', 'Anomalies'),
      group: 'lists',
      purpose,
      missing: () => t('type.anomalies-missing', 'Choose an alert. A single update also needs its ID.'),
      examples: [{ title: purpose, query: { scope: 'range', withMetrics: true } }],
    },
  }
);

/** Whether an operation is about one alert. */
export function isOfAlert({ scope }: { scope: Scope }): boolean {
  return scope === 'alert' || scope === 'update';
}

export type AnomaliesQuery = QueryOf<typeof ANOMALIES>;
export type AnomalyScope = AnomaliesQuery['scope'];
