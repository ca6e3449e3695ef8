import { type AnomalyQuery, model, type QueryOf } from '../../ground/query';
import { choice, text, texts } from '../../ground/shapes';

export const VARIABLE = model('variable', {
  /** `spread`: the series of `alertId`, in the order in which they joined; `others`: without the first. */
  list: choice('nodes', 'systems', 'metrics', 'series', 'spread', 'others', 'alerts'),
  systemId: texts(),
  nodeId: texts(),
  /** Only of these alerts: all metrics that were ever part of them. For the list `alerts`, these alerts themselves. */
  alertId: texts(),
  q: text(),
});

export type VariableQuery = QueryOf<typeof VARIABLE>;
export type VariableList = VariableQuery['list'];

/** A variable's stored query: Grafana starts with a text, and omits refId. */
type StoredVariableQuery = Partial<AnomalyQuery> | string;

/** The stored query in the data source's form. */
export function toVariableQuery(stored: StoredVariableQuery | undefined): AnomalyQuery {
  const query = typeof stored === 'object' && stored !== null ? stored : {};
  return { ...query, refId: query.refId || 'variable', queryType: 'variable' };
}

declare module '../../ground/query' {
  interface QueryModels {
    variable: typeof VARIABLE;
  }
}
