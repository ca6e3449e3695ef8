import { type AdHocVariableFilter } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { type Variable } from './variables';

/** The ad-hoc filters that are meant for a data source. */
export function adHocFilters(variables: Variable[], uid: string): AdHocVariableFilter[] {
  return variables
    .filter(({ type, datasource }) => type === 'adhoc' && getTemplateSrv().replace(datasource?.uid ?? uid) === uid)
    .flatMap(({ filters }) => filters.filter(({ key, value }) => key !== '' && value !== ''));
}
