import { type AnnotationQuery, type AnnotationSupport } from '@grafana/data';
import { lazyPart } from '../ground/lazyPart';
import { type AnomalyQuery } from '../ground/query';

/** Dashboard annotations in Grafana's form: it runs `target` like any query, and finds the events' fields by name. */
export const annotationSupport: AnnotationSupport<AnomalyQuery> = {
  QueryEditor: lazyPart(() => import(/* webpackChunkName: "editors" */ './AnnotationEditor')),
  getDefaultQuery: () => ({ queryType: 'annotations', source: 'alerts' }),
  prepareAnnotation,
};

/**
 * The stored annotation with a target of the right type. If it already has one, the same object is returned, because
 * Grafana stores every new object, and would do so repeatedly.
 */
function prepareAnnotation(stored: AnnotationQuery<AnomalyQuery>): AnnotationQuery<AnomalyQuery> {
  // Dashboards of schema v2 have the query in another field.
  const target: AnomalyQuery | undefined = stored.target ?? stored.query?.spec;
  if (stored.target?.queryType === 'annotations') {
    return stored;
  }
  return { ...stored, target: { refId: 'Anno', ...target, queryType: 'annotations' } };
}
