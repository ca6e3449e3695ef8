import { CustomVariableSupport, type DataQueryRequest, type DataQueryResponse } from '@grafana/data';
import { type Observable } from 'rxjs';
import { type AnomalyDataSource } from '../datasource';
import { lazyPart } from '../loading/lazyPart';
import { type AnomalyQuery } from '../query/query';
import { type StoredSettings } from '../settings';

/** A variable's query as stored: Grafana starts with a text, and leaves refId out. */
export type StoredVariableQuery = Partial<AnomalyQuery> | string;

/** The stored query as the data source takes it. */
export function toVariableQuery(stored: StoredVariableQuery | undefined): AnomalyQuery {
  const query = typeof stored === 'object' && stored !== null ? stored : {};
  return { ...query, refId: query.refId || 'variable', queryType: 'variable' };
}

/** Template variables, for Grafana. It has to have an editor, or Grafana finds no query runner for it. */
export class VariableSupport extends CustomVariableSupport<
  AnomalyDataSource,
  AnomalyQuery,
  AnomalyQuery,
  StoredSettings
> {
  override editor = lazyPart(() => import('./VariableEditor'));

  constructor(private readonly dataSource: Pick<AnomalyDataSource, 'query'>) {
    super();
  }

  override getDefaultQuery(): Partial<AnomalyQuery> {
    return { queryType: 'variable', list: 'nodes' };
  }

  override query(request: DataQueryRequest<AnomalyQuery>): Observable<DataQueryResponse> {
    return this.dataSource.query({ ...request, targets: request.targets.map(toVariableQuery) });
  }
}
