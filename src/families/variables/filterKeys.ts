import {
  type AdHocVariableFilter,
  type DataSourceGetTagValuesOptions,
  type MetricFindValue,
  type TimeRange,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { bySeverity } from '../../facts/order';
import { ANOMALY_SEVERITIES, type AnomalyQuery, complete, IMPACTS, type Model, SEVERITIES } from '../../ground/query';
import { COMPARED_KEYS, isApplied, SEARCHED_KEYS } from '../../ground/filtering';
import { type Context } from '../../table/runner';
import { lookUp } from '../../ground/shapes';
import { distinctNames } from '../../ground/frameNames';
import { unusedFilter } from '../../judging/readingNotices';
import { EVENT_TYPES, wordOf } from '../../table/words';
import { listed, pickerSpan } from '../../table/catalogue';
import { alertList } from '../../facts/alerts';
import { followOnce } from '../../facts/packets';

/** The ad hoc filter keys, grouped by who applies them. */
export function tagKeys(): MetricFindValue[] {
  const byService = t('variables.filters.by-service', 'Filtered by the service');
  const here = t('variables.filters.here', 'Filtered in tables');
  return [
    ...SEARCHED_KEYS.map((key) => ({ text: key, value: key, group: byService })),
    ...[...COMPARED_KEYS, 'event'].map((key) => ({ text: key, value: key, group: here })),
  ];
}

/**
 * Which filters apply to the queries of a panel, for the filters' chips.
 *
 * @param modelOf the model of a query's type
 */
export function filtersThatApply(
  { filters = [], queries = [] }: { filters?: AdHocVariableFilter[]; queries?: AnomalyQuery[] },
  modelOf: (query: AnomalyQuery) => Model
) {
  const tables = queries.map((query) => modelOf(query).filtering?.(complete(query, modelOf(query))));
  return filters.map(({ key, operator, origin }) => {
    const applicable = tables.length === 0 || tables.some((table) => isApplied({ key, operator }, table));
    return { key, origin, applicable, ...(applicable ? {} : { reason: unusedFilter(key) }) };
  });
}

const KNOWN = {
  impact: IMPACTS,
  severity: [...SEVERITIES, ...ANOMALY_SEVERITIES],
  type: ['deviation', 'missing_data'],
  event: EVENT_TYPES,
};

const LISTS = { node: 'nodes', metric: 'metrics', system: 'systems' } as const;

/** The known values of a key. Any other can be typed. Grafana uses a promise, and can't cancel. */
export async function tagValues(
  context: Context,
  { key, timeRange }: Pick<DataSourceGetTagValuesOptions<AnomalyQuery>, 'key'> & { timeRange?: TimeRange }
): Promise<MetricFindValue[]> {
  const list = lookUp<(typeof LISTS)[keyof typeof LISTS]>(LISTS, key);
  if (!list) {
    const known = lookUp<readonly string[]>(KNOWN, key) ?? [];
    const texts = distinctNames(known, wordOf, (value) => value);
    return known.map((value, i) => ({ text: texts[i], value }));
  }
  const range = pickerSpan(context, timeRange);
  const entries = await followOnce((reader) => listed(reader, context, { list, range }));
  return (entries ?? []).map(({ value, text }) => ({ value, text }));
}

/** The number that Grafana shows without scrolling. */
const MOST_RECOMMENDED = 5;

/** The systems with active alerts as filters, the most severe first. None if the list can't be read. */
export async function recommendedFilters(context: Context): Promise<AdHocVariableFilter[]> {
  const list = alertList(context);
  const alerts = await followOnce((reader) => reader.read(list).data?.rows ?? []);
  const metrics = [...(alerts ?? [])].sort(bySeverity).flatMap((alert) => alert.metrics ?? []);
  const systems = uniq(metrics.flatMap(({ systemName, systemId }) => systemName ?? systemId ?? []));
  return systems.slice(0, MOST_RECOMMENDED).map((value) => ({ key: 'system', operator: '=', value }));
}
