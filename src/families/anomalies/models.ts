import { COMPARED_KEYS } from '../../ground/filtering';
import { model, type QueryOf } from '../../ground/query';
import { choice, flag, text, texts, isFilled } from '../../ground/shapes';

export const ANOMALIES = model(
  'anomalies',
  {
    scope: choice('range', 'current', 'unread', 'alert', 'update'),
    /** The end: ISO 8601, epoch milliseconds, date math, or a variable. Empty: not sent. */
    to: text(),
    /** For the scopes `alert` and `update`. */
    alertId: texts(),
    /** For the scope `update`. */
    updateId: texts(),
    /** Also requests the metrics' data points. */
    withMetrics: flag(false),
    format: choice('table', 'timeseries'),
  },
  {
    isComplete: ({ scope, alertId, updateId }) =>
      (scope !== 'alert' && scope !== 'update') || (isFilled(alertId) && (scope === 'alert' || isFilled(updateId))),
    // Anomalies have no impact, and the rows of an alert's updates have no metrics.
    filtering: ({ scope }) => ({
      plugin: scope === 'alert' ? ['text', 'severity'] : ['node', 'metric', 'text', ...COMPARED_KEYS],
    }),
  }
);

export type AnomaliesQuery = QueryOf<typeof ANOMALIES>;
export type AnomalyScope = AnomaliesQuery['scope'];

declare module '../../ground/query' {
  interface QueryModels {
    anomalies: typeof ANOMALIES;
  }
}

/** Scopes whose answers can contain data points. Shared by the editor and the runner, which are loaded separately. */
export const METERED: ReadonlySet<AnomalyScope> = new Set<AnomalyScope>(['range', 'unread', 'update']);
