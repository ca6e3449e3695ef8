import { t } from '@grafana/i18n';
import { type LoadRunner } from '../table/runner';
import { type FieldsOfType } from '../table/field';
import { type Model, type QueryModels, type QueryOf, type QueryType } from '../ground/query';

/**
 * Everything that the plugin knows about one query type. The editor's list, the help page, and the tests of the
 * documentation use it. `families.ts` has them all. The model has what a panel needs at once. The rest is loaded when it
 * is first used.
 */
export interface Descriptor<M extends Model = Model> {
  model: M;
  /** Runs its queries. Types with the same runner are run together. */
  runner: LoadRunner<QueryOf<M>>;
  /** For people. A type without it is not in the editor's list. */
  about?: () => Promise<Record<M['queryType'], About<M>>>;
}

/** What people see of a query type. Texts are created when they are drawn, in the user's language. */
export interface About<M extends Model = Model> {
  name: () => string;
  /** The group of types in the editor's list that answer the same kind of question. */
  group: Group;
  /** One line about its purpose. */
  purpose: () => string;
  /** What to select before a query can run, if anything is missing (`isComplete`). */
  missing?: () => string;
  /** What to do if everything was read and nothing was found. */
  nothing: () => string;
  /** Its editor. */
  fields: FieldsOfType<M>;
  /** For the help page, at least one. */
  examples: () => Array<Example<M>>;
}

/** In the order of the editor's list. */
export type Group = 'metric' | 'alerts' | 'alert' | 'ranking' | 'report' | 'lists';

interface Example<M extends Model = Model> {
  title: string;
  /** The fields in addition to the type. The user must select others, such as node and metric. */
  query: Partial<QueryOf<M>>;
}

/** What a query about series needs before it can run. */
export function chooseSeries(): string {
  return t('type.series-missing', 'Choose a node and a metric. You can also type any ID.');
}

/** What to do if a list is empty. */
export function nothingFound(): string {
  return t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.');
}

/** What to do if a metric has no data. */
export function noMetricData(): string {
  return t('type.no-data', 'No data. Check node and metric, or choose a longer time range.');
}

/** A descriptor for each query type. */
export type Descriptors = { [T in QueryType]: Descriptor<QueryModels[T]> };
