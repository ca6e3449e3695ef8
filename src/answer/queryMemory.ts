import { type DataFrame, type DataLink, type DataQueryResponse, DataTopic } from '@grafana/data';
import { memoize } from 'lodash';
import { type Observable } from 'rxjs';
import { perInstance } from '../service/recent';
import { type Context, type Request, type Run } from './runner';
import { ByQuery, fieldsOf } from './sameQuery';

/** The answer that a query showed last. Empty lists that were read count. */
interface LastAnswer {
  data: DataFrame[];
  /** How many fields it had, see `fieldsIn`; a large frame of metric data is not in `data`. */
  fields: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** It was once shown completely: new data replaces it. */
  isWhole: boolean;
}

/** The links of a query, by their places in its frames: the newest of each, and functions that stay the same and call it. */
export type SteadyLinks = Map<string, SteadyLink>;

export interface SteadyLink {
  newest: DataLink;
  functions: Pick<DataLink, 'onBuildUrl' | 'onClick'>;
}

/** How far a query has come. */
export interface Begun {
  /** When it began, or the one that it continues; epoch milliseconds by the clock of the page. */
  since: number;
  /** Its own last packet came. */
  isWhole: boolean;
}

/** A query that a refresh cut off, and when. */
export interface CutOff extends Begun {
  at: number;
}

/** The memory of a query between its runs. */
interface QueryRecord {
  last?: LastAnswer;
  /** If a refresh cut its panel off. */
  cutOff?: CutOff;
  /** The functions of its links. */
  links?: SteadyLinks;
}

export type RunQuery = Run['targets'][number];

/** So many values are kept of all queries together: 16 MB. */
const MOST_VALUES = 2_000_000;
/** A list has no more rows; metric data that has more is in the store. */
const MOST_ROWS = 5000;

const queriesOf = perInstance(
  () => new ByQuery<QueryRecord>(MOST_VALUES, ({ last }) => 1 + valuesIn(last?.data ?? []))
);

/** The memory of the queries of a run, each by its fields, its panel, and its time range. */
export class QueryMemory {
  private readonly fieldsFor: (target: RunQuery) => string;
  /** When the run began: how long its answer takes does not make it another query. */
  private readonly began: number;

  constructor(
    private readonly run: Run,
    private readonly request: Request,
    private readonly context: Context
  ) {
    this.began = context.now();
    this.fieldsFor = memoize((target: RunQuery) => fieldsOf(target, run, request, context));
  }

  of(target: RunQuery): QueryRecord {
    return this.queries.find(this.fieldsFor(target), this.request, this.began) ?? {};
  }

  note(target: RunQuery, news: QueryRecord) {
    const record = { ...this.of(target), ...news };
    this.queries.set(this.fieldsFor(target), this.request, this.began, record);
  }

  /** Keeps the shown frames of a query. */
  keep(target: RunQuery, shown: readonly DataFrame[], isWhole: boolean) {
    const data = shown.filter(({ length }) => length <= MOST_ROWS).map(copy);
    this.note(target, {
      last: { data, fields: fieldsIn(shown, this.run.part), updatedAt: this.context.now(), isWhole },
    });
  }

  /** What the query showed last, as frames of this one. */
  lastOf(target: RunQuery): LastAnswer | undefined {
    const { last } = this.of(target);
    return last && { ...last, data: last.data.map((frame) => ({ ...copy(frame), refId: target.refId })) };
  }

  private get queries() {
    return queriesOf(this.context.operations);
  }
}

/** A run, its request, and the memory of its queries. */
export interface RunPlace {
  run: Run;
  request: Request;
  context: Context;
  memory: QueryMemory;
  /** Undefined until it has begun. */
  begun?: Begun;
}

/** A run whose requests are under way, and its packets so far. */
export interface StartedRun {
  place: RunPlace;
  packets: Observable<DataQueryResponse>;
}

/** The number of fields. Marks in an answer, such as the part that is loading, do not count; the marks of an overlay do. */
export function fieldsIn(frames: readonly DataFrame[], part: string): number {
  const isDrawn = ({ meta }: DataFrame) => part !== '' || meta?.dataTopic !== DataTopic.Annotations;
  return frames.filter(isDrawn).reduce((sum, { fields }) => sum + fields.length, 0);
}

function valuesIn(frames: readonly DataFrame[]): number {
  return frames.reduce((sum, { fields, length }) => sum + fields.length * length, 0);
}

/** Panels change what they are given. */
function copy(frame: DataFrame): DataFrame {
  return {
    ...frame,
    meta: frame.meta && { ...frame.meta },
    fields: frame.fields.map((field) => ({ ...field, config: { ...field.config }, values: field.values.slice() })),
  };
}
