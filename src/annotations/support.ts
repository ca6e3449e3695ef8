import { type AnnotationQuery, type AnnotationSupport } from '@grafana/data';
import { lazyPart } from '../loading/lazyPart';
import { type AnomalyQuery } from '../query/query';

/** Dashboard annotations, for Grafana: it runs `target` as any query and finds the events' fields by their names. */
export const annotationSupport: AnnotationSupport<AnomalyQuery> = {
  QueryEditor: lazyPart(() => import('./AnnotationEditor')),
  getDefaultQuery: () => ({ queryType: 'annotations', source: 'alerts' }),
  prepareAnnotation,
};

/**
 * The stored annotation with a target of the right type. If it has one, it is returned as it is: Grafana stores what is
 * another object, and would do so again and again.
 */
function prepareAnnotation(stored: AnnotationQuery<AnomalyQuery>): AnnotationQuery<AnomalyQuery> {
  // Dashboards of the second schema keep the query elsewhere.
  const target: AnomalyQuery | undefined = stored.target ?? stored.query?.spec;
  if (stored.target?.queryType === 'annotations') {
    return stored;
  }
  return { ...stored, target: { refId: 'Anno', ...target, queryType: 'annotations' } };
}
