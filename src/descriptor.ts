import { t } from '@grafana/i18n';
import { type DataQuery } from '@grafana/schema';
import { type ComponentType } from 'react';
import { type Runner } from './answer/runner';
import { type EditorProps } from './fields/props';
import { type Line } from './query/displayText';
import { type Model, type QueryModels, type QueryOf, type QueryType } from './query/query';
import { type SeriesId } from './query/series';

/**
 * Everything that the plugin knows about one query type. The editor's list, the help page, defaults, completeness, display text
 * and the tests of the documentation all read it; `families.ts` gathers them. What a panel needs at once stands here, the
 * rest is loaded when it is first wanted.
 */
export interface Descriptor<M extends Model = Model> {
  /** Its name in stored queries and its fields with their defaults. */
  model: M;
  /** Runs its queries; queries of types that have the same one are run together. */
  runner: LoadedRunner<QueryOf<M>>;
  /** Whether a query can be run; without it every one can. An incomplete one is no error: somebody is still typing. */
  isComplete?(query: QueryOf<M>): boolean;
  /** A query in a line; see `displayText`. */
  line?: Line<M>;
  /** Its queries stand for series: a new one starts with the settings' node and metric. */
  ofSeries?: boolean;
  /** For people: a type without it is none of the editor's list. */
  about?: () => Promise<Record<M['queryType'], About<M>>>;
}

/** A runner that is there from the start, or one that is loaded, with its words, when it is first wanted. */
export type LoadedRunner<Q extends DataQuery = QueryOf<Model>> =
  { run: Runner<Q> } | { load: () => Promise<Runner<Q>> };

/** What people see of a query type. Texts are made when they are drawn, in the user's language. */
export interface About<M extends Model = Model> {
  name: () => string;
  /** One line on what it is for. */
  purpose: () => string;
  /** What to choose before a query can run, where there is something (`isComplete`). */
  missing?: () => string;
  /** What to do where all was read and there is nothing. */
  nothing: () => string;
  /** Loaded when it is first shown. */
  Editor: ComponentType<EditorProps<QueryOf<M>>>;
  /** For the help page, one at least: queries that run as they are, on what is known of the service, or say what they need. */
  examples: (known: Known) => Array<Example<M>>;
}

/** What there is to show examples with. */
export interface Known {
  series?: KnownSeries;
  alert?: KnownAlert;
}

/** An alert that is active now, the most severe. */
export interface KnownAlert {
  alertId: string;
  title: string;
}

/** A series to show examples with. */
export interface KnownSeries extends SeriesId {
  nodeName?: string;
  metricName?: string;
}

export interface Example<M extends Model = Model> {
  title: string;
  text: string;
  /** What it sets beside the type. */
  query: Partial<QueryOf<M>>;
  /** What has to be chosen before it can run, where nothing is known to show it with. */
  needs?: 'series';
}

/** The query of an example that shows a series. */
export function shownWith<Q extends object>(
  series: KnownSeries | undefined,
  more = {} as Q
): (Pick<Example, 'needs'> & { query: KnownSeries & Q }) | { needs: 'series'; query: Q } {
  return series ? { query: { ...series, ...more } } : { needs: 'series', query: more };
}

/** What a query of series wants before it can run. */
export function chooseSeries(): string {
  return t(
    'type.series-missing',
    'Choose a node and a metric. The lists hold what alerts and anomalies name; any other identifier can be typed or pasted.'
  );
}

/** A descriptor for each query type that there is. */
export type Descriptors = { [T in QueryType]: Descriptor<QueryModels[T]> };
