import { t } from '@grafana/i18n';
import { mapValues } from 'lodash';
import { ALERT, AUTO, IMPACT, limit, METRIC_OF_NODE, NAMES, NODE, SEARCH } from '../../ground/fields';
import { BY_EVENT, BY_SEARCH, COMPARED_KEYS } from '../../ground/filtering';
import { ANOMALY_SEVERITIES, DEFAULT_MARKS, model, type QueryOf } from '../../ground/query';
import { choice, isFilled, list, type Texts } from '../../ground/shapes';

export const ANNOTATIONS = model(
  'annotations',
  {
    // First, because most dashboards use another data source.
    ...NAMES,
    source: choice(
      {
        alerts: () => t('label.alerts', 'Alerts'),
        alertEvents: () => t('label.alert-events', 'Alert events'),
        anomalies: () => t('label.anomalies', 'Anomalies'),
      },
      { label: () => t('annotations.editor.source', 'Source') }
    ),
    alertId: ALERT,
    nodeId: NODE,
    metricId: METRIC_OF_NODE,
    q: SEARCH,
    /** For alerts and their events. */
    impact: IMPACT,
    /** For anomalies. Empty: all. */
    severity: list({ label: () => t('label.severity', 'Severity'), known: ANOMALY_SEVERITIES, optional: true }),
    limit: limit(DEFAULT_MARKS),
    shape: choice(
      {
        auto: AUTO,
        regions: () => t('annotations.editor.regions', 'Regions'),
        marks: () => t('annotations.editor.marks', 'Marks'),
      },
      {
        label: () => t('annotations.editor.shape', 'Shape'),
        help: () =>
          t('annotations.editor.shape-tooltip', 'Automatic draws marks instead of regions if more than three overlap.'),
      }
    ),
  },
  {
    filtering: ({ source, alertId }) => {
      switch (source) {
        case 'alerts':
          return BY_SEARCH;
        case 'alertEvents':
          return isFilled(alertId) ? undefined : BY_EVENT;
        case 'anomalies':
          return { plugin: ['node', 'metric', 'text', ...COMPARED_KEYS] };
      }
    },
    display: ['shape', 'severity', 'impact', 'limit'],
    shownWhen: {
      ...mapValues(NAMES, () => isSearch),
      alertId: isOfAlerts,
      nodeId: isSearch,
      metricId: isSearch,
      q: (query) => isSearch(query) && isOfAlerts(query),
      impact: isOfAlerts,
      severity: (query) => !isOfAlerts(query),
      shape: ({ source }) => source === 'alerts',
    },
  }
);

function isOfAlerts({ source }: { source: string }): boolean {
  return source !== 'anomalies';
}

/** The events of one alert need no search. */
function isSearch({ source, alertId }: { source: string; alertId: Texts }): boolean {
  return source !== 'alertEvents' || !isFilled(alertId);
}

export type AnnotationQuery = QueryOf<typeof ANNOTATIONS>;
export type AnnotationSource = AnnotationQuery['source'];
export type AnnotationShape = AnnotationQuery['shape'];
