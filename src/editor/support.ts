import {
  type AnnotationQuery,
  type AnnotationSupport,
  CustomVariableSupport,
  type DataQueryRequest,
} from '@grafana/data';
import { toVariableQuery } from '../families/variables/models';
import { lazyPart } from '../ground/lazy';
import { type AnomalyQuery } from '../ground/query';
import { type StoredSettings } from '../ground/settings';
import { type ServiceSource } from './FieldsEditor';

const editors = () => import(/* webpackChunkName: "editors" */ './editors');

/** Dashboard annotations in Grafana's form: it runs `target` like any query, and finds the events' fields by name. */
export const annotationSupport: AnnotationSupport<AnomalyQuery> = {
  QueryEditor: lazyPart(async () => ({ default: (await editors()).AnnotationEditor })),
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

/** Template variables, for Grafana. It must have an editor, otherwise Grafana finds no query runner for it. */
export class VariableSupport extends CustomVariableSupport<ServiceSource, AnomalyQuery, AnomalyQuery, StoredSettings> {
  override editor = lazyPart(async () => ({ default: (await editors()).VariableEditor }));

  constructor(private readonly dataSource: Pick<ServiceSource, 'query'>) {
    super();
  }

  override getDefaultQuery(): Partial<AnomalyQuery> {
    return { queryType: 'variable', list: 'nodes' };
  }

  override query(request: DataQueryRequest<AnomalyQuery>): ReturnType<ServiceSource['query']> {
    return this.dataSource.query({ ...request, targets: request.targets.map(toVariableQuery) });
  }
}
