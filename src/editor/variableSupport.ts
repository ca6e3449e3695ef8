import { CustomVariableSupport, type DataQueryRequest } from '@grafana/data';
import { type ServiceSource } from '../table/field';
import { lazyPart } from '../ground/lazyPart';
import { type AnomalyQuery } from '../ground/query';
import { toVariableQuery } from '../families/variables/models';
import { type StoredSettings } from '../ground/settings';

/** Template variables, for Grafana. It must have an editor, otherwise Grafana finds no query runner for it. */
export class VariableSupport extends CustomVariableSupport<ServiceSource, AnomalyQuery, AnomalyQuery, StoredSettings> {
  override editor = lazyPart(() => import(/* webpackChunkName: "editors" */ './VariableEditor'));

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
