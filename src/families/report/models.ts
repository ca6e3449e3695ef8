import { BY_SEARCH } from '../../ground/filtering';
import { DEFAULT_ROWS, model, type QueryOf } from '../../ground/query';
import { choice, list, number, text, texts } from '../../ground/shapes';

export const ALERT_REPORT = model(
  'alertReport',
  {
    /** What the rows are about. */
    by: choice('impact', 'day', 'system', 'node', 'metric', 'series', 'quality', 'summary', 'handover'),
    /** The service's search text. */
    q: text(),
    /** Empty: all. */
    impact: list(),
    nodeId: texts(),
    metricId: texts(),
    /** The maximum of alerts in the range, and in the previous period. */
    limit: number(DEFAULT_ROWS),
  },
  { filtering: () => BY_SEARCH }
);

export type AlertReportQuery = QueryOf<typeof ALERT_REPORT>;
export type By = AlertReportQuery['by'];

declare module '../../ground/query' {
  interface QueryModels {
    alertReport: typeof ALERT_REPORT;
  }
}
