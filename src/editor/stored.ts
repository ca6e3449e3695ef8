import { isEqual } from 'lodash';
import { migrate, QUERY_VERSION } from '../query/migration';
import { type AnomalyQuery, complete, type PanelQuery, type PanelQueryType } from '../query/query';

/**
 * What a dashboard stores after an edit: what it stored before, and of the edited query only the fields that differ from
 * it. A default that nobody touched is not written down, so that it may still change.
 */
export function toStored(before: AnomalyQuery, edited: PanelQuery): AnomalyQuery {
  const shown: Record<string, unknown> = { ...complete(before, edited.queryType) };
  const touched = Object.entries(edited).filter(([field, value]) => !isEqual(value, shown[field]));
  return {
    ...migrate(before),
    ...Object.fromEntries(touched),
    queryType: edited.queryType,
    version: Math.max(QUERY_VERSION, Number(before.version) || 0),
  };
}

/** Fields of one name that mean different things: the types among which they are the same. */
const SHARED = new Map<string, PanelQueryType[][]>([
  ['limit', [['alertEvents', 'alertSearch'], ['deviations']]],
  ['format', [['alertEvents'], ['anomalies']]],
]);

/** The stored query with another type: what both know stays, and so does what the new one does not know. */
export function switchType(before: AnomalyQuery, from: PanelQueryType, to: PanelQueryType): AnomalyQuery {
  const switched: AnomalyQuery = { ...migrate(before), queryType: to };
  for (const [field, groups] of SHARED) {
    const together = groups.some((group) => group.includes(from) && group.includes(to));
    if (!together && groups.flat().includes(to)) {
      delete switched[field];
    }
  }
  return switched;
}
