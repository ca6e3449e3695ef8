import {
  type AdHocVariableFilter,
  type DataSourceGetTagValuesOptions,
  type MetricFindValue,
  type TimeRange,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { firstValueFrom, map, type Observable, of } from 'rxjs';
import { ANOMALY_SEVERITIES, IMPACTS, SEVERITIES } from '../alertbook/order';
import { type AnomalyQuery } from '../query/query';
import { type Context } from '../answer/runner';
import { HOUR } from '../settings';
import { unusedFilter } from '../tables/filters';
import { wordOf } from '../tables/words';
import { catalogueOf } from '../catalogue/catalogue';
import { type CatalogueEntry } from '../catalogue/entries';

/** Ad-hoc filter keys that the service can filter by; the rest is compared here, on tables. */
const SERVICE_KEYS = ['node', 'metric', 'impact', 'text'] as const;
const TABLE_KEYS = ['system', 'severity', 'type'] as const;
/** The ad-hoc filter keys, grouped by who filters. */
export function tagKeys(): MetricFindValue[] {
  const byService = t('variables.filters.by-service', 'Filtered by the service');
  const here = t('variables.filters.here', 'Filtered in tables');
  return [
    ...SERVICE_KEYS.map((key) => ({ text: key, value: key, group: byService })),
    ...TABLE_KEYS.map((key) => ({ text: key, value: key, group: here })),
  ];
}

/** Query types that name what they are about: no filter applies. */
const UNFILTERED = ['metric', 'forecast', 'explain', 'story', 'availability'];

/** A chosen filter; `origin` is known from Grafana 12 on. */
export type ChosenFilter = AdHocVariableFilter & { origin?: string };

/** Which filters apply to the queries of a panel, for the filters' chips (Grafana 12.4 and later). */
export function filtersThatApply({
  filters = [],
  queries = [],
}: {
  filters?: ChosenFilter[];
  queries?: AnomalyQuery[];
}) {
  const applicable =
    queries.length === 0 || queries.some(({ queryType = 'metric' }) => !UNFILTERED.includes(queryType));
  return filters.map(({ key, origin }) => ({
    key,
    origin,
    applicable,
    ...(applicable ? {} : { reason: unusedFilter({ key }).text }),
  }));
}

function option(value: string): MetricFindValue {
  return { text: wordOf(value), value };
}

/** The values of a key that are known; any other can be typed. Grafana asks by promise and cannot cancel. */
export function tagValues(
  context: Context,
  { key, timeRange }: Pick<DataSourceGetTagValuesOptions<AnomalyQuery>, 'key'> & { timeRange?: TimeRange }
): Promise<MetricFindValue[]> {
  return firstValueFrom(valuesOf(key, context, timeRange), { defaultValue: [] });
}

function valuesOf(key: string, context: Context, timeRange?: TimeRange): Observable<MetricFindValue[]> {
  const now = context.now();
  const range = timeRange
    ? { from: timeRange.from.valueOf(), to: timeRange.to.valueOf() }
    : { from: now - 6 * HOUR, to: now };
  const catalogue = catalogueOf(context);
  const known = (entries: Observable<CatalogueEntry[]>) =>
    entries.pipe(map((all) => all.map(({ value, text }) => ({ value, text }))));
  switch (key) {
    case 'node':
      return known(catalogue.nodes(range));
    case 'metric':
      return known(catalogue.metrics(range));
    case 'system':
      return known(catalogue.systems(range));
    case 'impact':
      return of(IMPACTS.map(option));
    case 'severity':
      return of([...SEVERITIES, ...ANOMALY_SEVERITIES].map(option));
    case 'type':
      return of(['deviation', 'missing_data'].map(option));
    default:
      return of([]);
  }
}
