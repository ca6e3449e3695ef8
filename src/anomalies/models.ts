import { COMPARED_KEYS } from '../query/filtering';
import { model, type QueryOf } from '../query/query';
import { choice, flag, text, texts, isFilled } from '../query/shapes';

export const ANOMALIES = model(
  'anomalies',
  {
    scope: choice('range', 'current', 'unread', 'alert', 'update'),
    /** Until when: ISO 8601, epoch milliseconds, date math or a variable; empty: not sent. */
    to: text(),
    /** Of the scopes `alert` and `update`. */
    alertId: texts(),
    /** Of the scope `update`. */
    updateId: texts(),
    /** Asks for the metrics' datapoints, too. */
    withMetrics: flag(false),
    format: choice('table', 'timeseries'),
  },
  {
    isComplete: ({ scope, alertId, updateId }) =>
      (scope !== 'alert' && scope !== 'update') || (isFilled(alertId) && (scope === 'alert' || isFilled(updateId))),
    // An anomaly has no impact, and the rows of its updates have no metrics.
    filtering: ({ scope }) => ({
      plugin: scope === 'alert' ? ['text', 'severity'] : ['node', 'metric', 'text', ...COMPARED_KEYS],
    }),
  }
);

export type AnomaliesQuery = QueryOf<typeof ANOMALIES>;
export type AnomalyScope = AnomaliesQuery['scope'];

declare module '../query/query' {
  interface QueryModels {
    anomalies: typeof ANOMALIES;
  }
}

/** Scopes whose answers can hold metered datapoints: for the editor and the runner, which are loaded apart. */
export const METERED: ReadonlySet<AnomalyScope> = new Set<AnomalyScope>(['range', 'unread', 'update']);
