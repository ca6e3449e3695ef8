import { alertCounts, alertEvents, alerts, alertSearch } from './alerts/descriptors';
import { annotations } from './annotations/descriptors';
import { anomalies } from './anomalies/descriptors';
import { availability } from './availability/descriptors';
import { type Descriptor, type Descriptors, type LoadedRunner } from './descriptor';
import { deviations } from './deviations/descriptors';
import { explain } from './explain/descriptors';
import { forecast, metric } from './metric/descriptors';
import { withDefault, withoutDefault } from './query/defaultQuery';
import { displayText } from './query/displayText';
import { migrate } from './query/migration';
import { type AnomalyQuery, complete, type Model, type QueryModels, type QueryOf, type QueryType } from './query/query';
import { alertReport } from './report/descriptors';
import { type Settings } from './settings';
import { story } from './story/descriptors';
import { variable } from './variables/descriptors';

/**
 * From query type to its descriptor, in the order of the editor's list. The one place that knows all families; the compiler refuses
 * one that is missing.
 */
export const DESCRIPTORS: Descriptors = {
  metric,
  forecast,
  alerts,
  alertEvents,
  alertSearch,
  alertCounts,
  story,
  alertReport,
  anomalies,
  deviations,
  explain,
  availability,
  annotations,
  variable,
};

/** The same for whoever does not know the type: a descriptor is only ever given queries of its own. */
const BY_TYPE = DESCRIPTORS as unknown as Record<QueryType, Descriptor>;

/** All of them, in the record's order. */
export function allDescriptors(): Descriptor[] {
  return Object.values(BY_TYPE);
}

/** The query's type; a query without one (or with one that this version does not know) reads metric data. */
export function queryTypeOf({ queryType }: Pick<AnomalyQuery, 'queryType'>): QueryType {
  return isQueryType(queryType) ? queryType : 'metric';
}

export function isQueryType(value: unknown): value is QueryType {
  return typeof value === 'string' && Object.hasOwn(DESCRIPTORS, value);
}

export function descriptorOf(query: Pick<AnomalyQuery, 'queryType'>): Descriptor {
  return BY_TYPE[queryTypeOf(query)];
}

/**
 * The query as it runs, and as its editor shows it: the settings' node and metric stand where a query of series names
 * none, and nowhere else, also where Grafana put them.
 */
export function withSettings(query: AnomalyQuery, settings: Settings): AnomalyQuery {
  return descriptorOf(query).ofSeries ? withDefault(query, settings) : withoutDefault(query, settings);
}

/** A query in a line, for Grafana's query history. */
export function lineOf(query: AnomalyQuery): string {
  const { model, line } = descriptorOf(query);
  return displayText(query, model, line);
}

/** A stored query in the current version with every field in its shape, or undefined if it cannot run yet. */
export function prepared(stored: AnomalyQuery, settings: Settings): QueryOf<Model> | undefined {
  const query = completed(migrate(withSettings(stored, settings)));
  return (descriptorOf(query).isComplete?.(query) ?? true) ? query : undefined;
}

/** The query with every field of its type in its shape, as runners take it. */
export function completed(query: AnomalyQuery): QueryOf<Model> {
  return complete(query, descriptorOf(query).model);
}

/** Whether the query can be run. */
export function isComplete(query: AnomalyQuery): boolean {
  return descriptorOf(query).isComplete?.(completed(query)) ?? true;
}

/**
 * What runs a completed query: the runner of its type, and for a metric that has an overlay the one that draws it, from another
 * family.
 */
export function runnersOf(query: QueryOf<Model>): LoadedRunner[] {
  const { runner } = descriptorOf(query);
  const drawn = query.queryType === 'metric' && !['', 'none'].includes(String(query.overlay));
  return drawn ? [runner, overlay as unknown as LoadedRunner] : [runner];
}

const overlay: LoadedRunner<QueryOf<QueryModels['metric']>> = {
  load: () => import('./annotations/overlay').then((room) => room.runOverlay),
};
