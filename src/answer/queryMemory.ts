import { type DataFrame, type DataLink } from '@grafana/data';
import { memoize } from 'lodash';
import { perInstance } from '../service/recent';
import { type Context, type Request, type Run } from './runner';
import { ByQuery, fieldsOf } from './sameQuery';

/** What a query showed. */
interface Shown {
  frames: DataFrame[];
  /** When it was read, epoch milliseconds. */
  at: number;
  /** Whether nothing of it was still to come. */
  isDone: boolean;
}

/** The links of a query, by their places in its frames: the newest of each, and functions that stay the same and call it. */
export type SteadyLinks = Map<string, SteadyLink>;

export interface SteadyLink {
  newest: DataLink;
  functions: Pick<DataLink, 'onBuildUrl' | 'onClick'>;
}

/** What is remembered of a query between its runs. */
interface QueryRecord {
  /** What it showed last, for when a refresh fails. Empty lists that were read count. */
  shown?: Shown;
  /** When it began, if a refresh cut it off, and when that was; epoch milliseconds by the clock of the page. */
  cutOff?: { since: number; at: number };
  /** How many fields it had when it was last done. */
  fields?: number;
  /** The functions of its links. */
  links?: SteadyLinks;
}

type Target = Run['targets'][number];

/** So many values are kept of all queries together: 16 MB. */
const MOST_VALUES = 2_000_000;

const queriesOf = perInstance(
  () => new ByQuery<QueryRecord>(MOST_VALUES, ({ shown }) => 1 + valuesIn(shown?.frames ?? []))
);

export type QueryMemory = ReturnType<typeof queryMemory>;

/** What is remembered of the queries of a run, each by its fields, its panel, and its time range. */
export function queryMemory(run: Run, request: Request, context: Context) {
  const queries = queriesOf(context.operations);
  const fieldsFor = memoize((target: Target) => fieldsOf(target, run, request, context));
  const of = (target: Target): QueryRecord => queries.find(fieldsFor(target), request, context.now()) ?? {};
  return {
    of,
    note(target: Target, news: QueryRecord) {
      queries.set(fieldsFor(target), request, context.now(), { ...of(target), ...news });
    },
  };
}

function valuesIn(frames: readonly DataFrame[]): number {
  return frames.reduce((sum, { fields, length }) => sum + fields.length * length, 0);
}
