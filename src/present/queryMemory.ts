import { type DataFrame, type DataQueryResponse, DataTopic, type TimeRange } from '@grafana/data';
import { perInstance, Recent } from '../service/recent';
import { MINUTE } from '../ground/settings';
import { type Span } from '../ground/spans';
import { type Context, type Request, type Run } from '../table/runner';
import { memoize } from 'lodash';
import { type Observable } from 'rxjs';

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

/** When a query ran, and the form of its time range. */
interface RunTime extends Span {
  /** The texts of the range, or null if it has absolute times. */
  texts: readonly [string, string] | null;
  /** Epoch milliseconds. */
  at: number;
}

/** A refresh can move a range of absolute times by this much less or more than the clock, in milliseconds. */
const DRIFT = MINUTE;
/** Grafana computes the two ends of a range one after another. */
const JITTER = 1000;

function runTimeOf({ from, to, raw }: TimeRange, at: number): RunTime {
  const ends = { from: from.valueOf(), to: to.valueOf(), at };
  return typeof raw?.from === 'string' && typeof raw.to === 'string'
    ? { ...ends, texts: [raw.from, raw.to] }
    : { ...ends, texts: null };
}

/**
 * Whether two ranges are the same at two moments: as written, otherwise equally far from now, otherwise with the same
 * times.
 */
function isSameRange(a: RunTime, b: RunTime): boolean {
  if (a.texts && b.texts) {
    return a.texts.join() === b.texts.join();
  }
  const isEqual = a.from === b.from && a.to === b.to;
  const isAsLong = Math.abs(a.to - a.from - (b.to - b.from)) <= JITTER;
  return isEqual || (isAsLong && Math.abs(a.at - a.to - (b.at - b.to)) <= DRIFT);
}

/** Values by query. Queries are the same if their fields, filters, panel, and written time range are. */
export class ByQuery<V extends object> {
  private readonly values: Recent<Array<{ ranAt: RunTime; value: V }>>;

  constructor(bound: number, weigh: (value: V) => number = () => 1) {
    this.values = new Recent(bound, (ranges) => ranges.reduce((sum, { value }) => sum + weigh(value), 0));
  }

  find(fields: string, { range }: Request, now: number): V | undefined {
    const ranAt = runTimeOf(range, now);
    return this.values.get(fields)?.find((one) => isSameRange(one.ranAt, ranAt))?.value;
  }

  set(fields: string, { range }: Request, now: number, value: V) {
    const ranAt = runTimeOf(range, now);
    const others = (this.values.get(fields) ?? []).filter((one) => !isSameRange(one.ranAt, ranAt));
    this.values.set(fields, [{ ranAt, value }, ...others].slice(0, MOST_RANGES));
  }
}

/** The maximum of stored time ranges per query. */
const MOST_RANGES = 4;

/** Replaces the ends of the time range, which move with each refresh. */
const RANGE_ENDS = { __from: { value: 'from', text: 'from' }, __to: { value: 'to', text: 'to' } };

/**
 * What distinguishes queries apart from their time range: their fields and filters with replaced variables, and their
 * panel.
 */
export function fieldsOf(
  query: Run['targets'][number],
  { part }: Run,
  { panelId, scopedVars }: Request,
  { templates }: Context
): string {
  const { refId: _, datasource: _source, ...fields } = query;
  return templates.one(JSON.stringify([part, panelId, fields]), { ...scopedVars, ...RANGE_ENDS }, '\n');
}
