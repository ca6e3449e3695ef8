import { type AnomalyQuery } from './query';

/** The version of the query model that this plugin stores, in the field `version`. */
export const QUERY_VERSION = 1;

/** From the version before to the version of its place: the first one turns a query without a version into version 1. */
const STEPS: Array<(query: AnomalyQuery) => AnomalyQuery> = [
  ({ granularity, ...query }) => ({
    ...query,
    queryType: query.queryType ?? 'metric',
    ...(granularity === undefined ? {} : { granularity: granularity === '60m' ? '1h' : granularity }),
  }),
];

/**
 * A stored query in the current version. Fields that no step knows stay as they are, and so does a query of a newer
 * version than this plugin's. The argument is not changed.
 */
export function migrate(stored: AnomalyQuery): AnomalyQuery {
  const version = versionOf(stored);
  if (version >= QUERY_VERSION) {
    return stored;
  }
  return { ...STEPS.slice(version).reduce((query, step) => step(query), stored), version: QUERY_VERSION };
}

function versionOf({ version }: AnomalyQuery): number {
  return typeof version === 'number' && Number.isInteger(version) && version > 0 ? version : 0;
}
