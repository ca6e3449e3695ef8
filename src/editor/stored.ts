import { isEqual } from 'lodash';
import { DESCRIPTORS } from '../families';
import { migrate, QUERY_VERSION } from '../query/migration';
import { type AnomalyQuery, complete, type Model, type QueryOf } from '../query/query';

/**
 * What a dashboard stores after an edit: what it stored before, and of the edited query only the fields that differ from
 * it. A default that nobody touched is not written down, so that it may still change.
 */
export function toStored<M extends Model>(before: AnomalyQuery, edited: QueryOf<M>, model: M): AnomalyQuery {
  const shown: Record<string, unknown> = { ...complete(before, model) };
  const touched = Object.entries(edited).filter(([field, value]) => !isEqual(value, shown[field]));
  return {
    ...migrate(before),
    ...Object.fromEntries(touched),
    queryType: model.queryType,
    version: Math.max(QUERY_VERSION, Number(before.version) || 0),
  };
}

/** Say what a query is about, whatever its type. */
const IDENTITY = ['systemId', 'nodeId', 'metricId', 'series', 'alertId', 'nodeName', 'metricName', 'systemName'];

/**
 * The stored query with another type: what it is about stays where the new type knows it, and so does what no type knows.
 * The other fields go, and the filters on columns with them.
 */
export function switchType(before: AnomalyQuery, to: string): AnomalyQuery {
  const { filters, ...query } = migrate(before);
  const models: Model[] = Object.values(DESCRIPTORS).map(({ model }) => model);
  const known = new Set(models.flatMap(({ fields }) => Object.keys(fields)));
  const next = models.find(({ queryType }) => queryType === to)?.fields ?? {};
  const kept = Object.entries(query).filter(
    ([field]) => !known.has(field) || (IDENTITY.includes(field) && field in next)
  );
  return { ...Object.fromEntries(kept), refId: before.refId, queryType: to };
}
