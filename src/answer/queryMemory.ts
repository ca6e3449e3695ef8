import { type DataFrame, type DataQueryResponse, DataTopic } from '@grafana/data';
import { memoize } from 'lodash';
import { type Observable } from 'rxjs';
import { perInstance } from '../service/recent';
import { type Context, type Request, type Run } from './runner';
import { ByQuery, fieldsOf } from './sameQuery';

/** The last answer of a query. Empty lists that were read count, too. */
interface LastAnswer {
  data: DataFrame[];
  /** The number of its fields, see `fieldsIn`. A large frame of metric data is not in `data`. */
  fields: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  isWhole: boolean;
}

/** What is stored about a query between its runs. */
interface QueryRecord {
  last?: LastAnswer;
}

export type RunQuery = Run['targets'][number];

/** The maximum of stored values, for all queries together: 16 MB. */
const MOST_VALUES = 2_000_000;
/** A list has no more rows. Larger metric data is in the store. */
const MOST_ROWS = 5000;

const queriesOf = perInstance(
  () => new ByQuery<QueryRecord>(MOST_VALUES, ({ last }) => 1 + valuesIn(last?.data ?? []))
);

/** The memory of a run's queries, each by its fields, its panel, and its time range. */
export class QueryMemory {
  private readonly fieldsFor: (target: RunQuery) => string;
  /** When the run began, because the duration of its answer must not make it another query. */
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

  /** Stores the displayed frames of a query. */
  keep(target: RunQuery, shown: readonly DataFrame[], isWhole: boolean) {
    const data = shown.filter(({ length }) => length <= MOST_ROWS).map(copy);
    this.note(target, { last: { data, fields: fieldsIn(shown, this.run), updatedAt: this.context.now(), isWhole } });
  }

  /** The last answer of the query, as frames of this one. */
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
}

/** A run with its requests running, and its packets so far. */
export interface StartedRun {
  place: RunPlace;
  packets: Observable<DataQueryResponse>;
}

/** Whether a run draws marks over graphs. */
export function drawsMarks({ part }: Run): boolean {
  return part === 'overlay' || part === 'annotations';
}

/** The number of fields with rows. Marks in a panel's own answer, such as the loading part, do not count. */
export function fieldsIn(frames: readonly DataFrame[], run: Run): number {
  const isDrawn = ({ length, meta }: DataFrame) =>
    length > 0 && (drawsMarks(run) || meta?.dataTopic !== DataTopic.Annotations);
  return frames.filter(isDrawn).reduce((sum, { fields }) => sum + fields.length, 0);
}

function valuesIn(frames: readonly DataFrame[]): number {
  return frames.reduce((sum, { fields, length }) => sum + fields.length * length, 0);
}

/** Panels modify their frames. */
function copy(frame: DataFrame): DataFrame {
  return {
    ...frame,
    meta: frame.meta && { ...frame.meta },
    fields: frame.fields.map((field) => ({ ...field, config: { ...field.config }, values: field.values.slice() })),
  };
}
