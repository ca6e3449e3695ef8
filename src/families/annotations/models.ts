import { BY_EVENT, BY_SEARCH, COMPARED_KEYS } from '../../ground/filtering';
import { DEFAULT_MARKS, model, type QueryOf } from '../../ground/query';
import { NAMES } from '../../ground/names';
import { choice, list, isFilled, number, text, texts } from '../../ground/shapes';

export const ANNOTATIONS = model(
  'annotations',
  {
    source: choice('alerts', 'alertEvents', 'anomalies'),
    alertId: texts(),
    /** For alerts and their events. Empty: all. */
    impact: list(),
    /** For anomalies. Empty: all. */
    severity: list(),
    q: text(),
    nodeId: texts(),
    metricId: texts(),
    ...NAMES,
    limit: number(DEFAULT_MARKS),
    shape: choice('auto', 'regions', 'marks'),
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
  }
);

export type AnnotationQuery = QueryOf<typeof ANNOTATIONS>;
export type AnnotationSource = AnnotationQuery['source'];
export type AnnotationShape = AnnotationQuery['shape'];

declare module '../../ground/query' {
  interface QueryModels {
    annotations: typeof ANNOTATIONS;
  }
}
