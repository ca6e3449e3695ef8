import { t } from '@grafana/i18n';
import { ALERT, NODE, SEARCH, SYSTEM } from '../../ground/fields';
import { type AnomalyQuery, model, type QueryOf } from '../../ground/query';
import { choice, isFilled } from '../../ground/shapes';

export const VARIABLE = model(
  'variable',
  {
    /** `spread`: the series of `alertId`, in the order in which they joined; `others`: without the first. */
    list: choice(
      {
        nodes: () => t('label.nodes', 'Nodes'),
        systems: () => t('label.systems', 'Systems'),
        metrics: () => t('label.metrics', 'Metrics'),
        series: () => t('label.series', 'Series'),
        spread: () => t('variables.spread', 'Series in order of spread'),
        others: () => t('variables.others', 'Series after the first'),
        alerts: () => t('label.alerts', 'Alerts'),
      },
      { label: () => t('variables.editor.list', 'List') }
    ),
    systemId: SYSTEM,
    nodeId: NODE,
    /** Only of these alerts: all metrics that were ever part of them. For the list `alerts`, these alerts themselves. */
    alertId: { ...ALERT, width: 20 },
    q: SEARCH,
  },
  {
    shownWhen: {
      systemId: ({ list }) => list !== 'systems',
      // A stored node also limits systems, so it is shown and can be removed.
      nodeId: ({ list, nodeId }) => list !== 'nodes' && (list !== 'systems' || isFilled(nodeId)),
    },
  }
);

export type VariableQuery = QueryOf<typeof VARIABLE>;
export type VariableList = VariableQuery['list'];

/** A variable's stored query: Grafana starts with a text, and omits refId. */
type StoredVariableQuery = Partial<AnomalyQuery> | string;

/** The stored query in the data source's form. */
export function toVariableQuery(stored: StoredVariableQuery | undefined): AnomalyQuery {
  const query = typeof stored === 'object' && stored !== null ? stored : {};
  return { ...query, refId: query.refId || 'variable', queryType: 'variable' };
}
