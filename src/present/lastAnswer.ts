import { type DataFrame, type DataQueryResponse, DataTopic, LoadingState, type TimeRange } from '@grafana/data';
import { sumBy } from 'lodash';
import { concat, concatMap, EMPTY, type Observable, of } from 'rxjs';
import { type Span, MINUTE } from '../ground/spans';
import { withReading } from '../judging/readingNotices';
import { type Facts, factsOf, type Key } from '../facts/facts';
import {
  type Context,
  framesOf,
  isLast,
  type QueryError,
  type Request,
  type Run,
  type Runner,
  underWay,
} from '../table/runner';

/** What a query showed last. An empty list that was read counts, too. */
interface LastAnswer {
  data: DataFrame[];
  /** The number of its fields, see `fieldsIn`. A large frame of metric data is not in `data`. */
  fields: number;
  /** Epoch milliseconds. */
  at: number;
  isWhole: boolean;
}

export type RunQuery = Run['targets'][number];

/** A run, its request, and what its queries showed last. */
export interface RunPlace {
  run: Run;
  request: Request;
  context: Context;
  memory: LastAnswers;
  /** Once it is loaded. */
  runner?: Runner<RunQuery>;
}

/** A list has no more rows. Larger metric data is in the store. */
const MOST_ROWS = 5000;
/** About as many values as a row of the service's lists has. */
const VALUES_OF_ROW = 20;

/** What the queries of a run showed last, each by its fields, its panel, and its time range. */
export class LastAnswers {
  private readonly kept: ReadonlyMap<RunQuery, KeptByQuery<LastAnswer>>;

  constructor(
    run: Run,
    request: Request,
    private readonly context: Context
  ) {
    this.kept = new Map(
      run.targets.map((target) => [
        target,
        new KeptByQuery(['shown', fieldsOf(target, run, request, context)], request, context),
      ])
    );
  }

  of(target: RunQuery): LastAnswer | undefined {
    return this.kept.get(target)?.value;
  }

  /** The same as frames of this query. */
  framesOf(target: RunQuery): LastAnswer | undefined {
    const last = this.of(target);
    return last && { ...last, data: last.data.map((frame) => ({ ...copy(frame), refId: target.refId })) };
  }

  keep(target: RunQuery, shown: readonly DataFrame[], run: Run, isWhole: boolean) {
    const data = shown.filter(({ length }) => length <= MOST_ROWS).map(copy);
    const last = { data, fields: fieldsIn(shown, run), at: this.context.now(), isWhole };
    this.kept.get(target)?.keep(last, ({ data }) => valuesIn(data) / VALUES_OF_ROW);
  }
}

/**
 * What a panel shows of a run's packets:
 *
 * - A first answer as it arrives, a refresh when it is done. Until then, the last answer stays, because Grafana would
 *   rebuild a panel whose columns vanish and return, and would remove a dashboard's annotations after 200 ms. Metric data
 *   is in the store, which draws what was read before itself, so it is shown with all its fields at once.
 * - If a query fails without a row, its last answer stays. The error has the time of that answer. It also has one for
 *   metric data. A query that was never read has its error and no frames. A partial answer stays unchanged.
 */
export function withLastAnswer(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { run, request, memory } = place;
  const shown = packets.pipe(
    concatMap((packet) => (isLast(packet) ? of(lastOf(packet, place)) : earlyOf(packet, place)))
  );
  const marks = drawsMarks(run) ? run.targets.flatMap((target) => memory.framesOf(target)?.data ?? []) : [];
  return marks.length > 0 ? concat(of({ data: marks, state: underWay(request) }), shown) : shown;
}

function earlyOf(packet: DataQueryResponse, { run, memory }: RunPlace): Observable<DataQueryResponse> {
  const ownOf = (target: RunQuery) => framesOf(packet.data, target);
  const isKept = (target: RunQuery) => {
    const last = memory.of(target);
    return last?.isWhole && (!run.modelOf(target).ofSeries || fieldsIn(ownOf(target), run) < last.fields);
  };
  if (run.targets.some(isKept)) {
    return EMPTY;
  }
  // The rest may never arrive.
  run.targets
    .filter((target) => !run.modelOf(target).ofSeries && rowsIn(ownOf(target)) > 0)
    .forEach((target) => memory.keep(target, ownOf(target), run, false));
  return of(packet);
}

function lastOf(packet: DataQueryResponse, { run, request, memory }: RunPlace): DataQueryResponse {
  const errors: QueryError[] = packet.errors ?? [];
  const times = new Map<string, number>();
  let data: DataFrame[] = packet.data;
  for (const target of run.targets) {
    const own = framesOf(packet.data, target);
    const failures = errors.filter(({ refId }) => refId === target.refId);
    const isBare = rowsIn(own) === 0;
    if (failures.length === 0) {
      memory.keep(target, own, run, true);
    } else if (isBare || failures.some(({ isUnanswered }) => isUnanswered)) {
      const last = memory.framesOf(target);
      if (isBare) {
        data = [...data.filter((frame) => !own.includes(frame)), ...(last?.data ?? [])];
      }
      if (last) {
        times.set(target.refId, last.at);
      }
    }
  }
  return times.size > 0 ? dated({ ...packet, data, state: LoadingState.Done }, times, request) : { ...packet, data };
}

/** Adds the times of displayed earlier data to the packet's errors. */
function dated(packet: DataQueryResponse, times: ReadonlyMap<string, number>, { timezone }: Request) {
  const errors = (packet.errors ?? []).map(({ isUnanswered: _, message = '', ...error }: QueryError): QueryError => {
    const at = times.get(error.refId ?? '');
    return { ...error, message: at === undefined ? message : withReading(message, at, timezone) };
  });
  return { ...packet, errors };
}

/** Whether a run draws marks over graphs. */
function drawsMarks({ part }: Run): boolean {
  return part === 'overlay' || part === 'annotations';
}

/** The number of fields with rows. Marks in a panel's own answer, such as the loading part, do not count. */
function fieldsIn(frames: readonly DataFrame[], run: Run): number {
  const isDrawn = ({ length, meta }: DataFrame) =>
    length > 0 && (drawsMarks(run) || meta?.dataTopic !== DataTopic.Annotations);
  return frames.filter(isDrawn).reduce((sum, { fields }) => sum + fields.length, 0);
}

function rowsIn(frames: readonly DataFrame[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
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

/** The maximum of stored time ranges per query. */
const MOST_RANGES = 4;

/** A value that is kept for a query, as a fact. Queries are the same if their key and their written time range are. */
export class KeptByQuery<V> {
  private readonly facts: Facts;
  /** When the query began, because the duration of its answer must not make it another query. */
  private readonly ranAt: RunTime;

  constructor(
    private readonly key: Key,
    { range }: Pick<Request, 'range'>,
    { operations, now }: Pick<Context, 'operations' | 'now'>
  ) {
    this.facts = factsOf(operations);
    this.ranAt = runTimeOf(range, now());
  }

  get value(): V | undefined {
    return this.ranges.find(({ ranAt }) => isSameRange(ranAt, this.ranAt))?.value;
  }

  /** @param sizeOf in rows of lists */
  keep(value: V, sizeOf: (value: V) => number) {
    const others = this.ranges.filter(({ ranAt }) => !isSameRange(ranAt, this.ranAt));
    const all = [{ ranAt: this.ranAt, value }, ...others].slice(0, MOST_RANGES);
    this.facts.keep(
      this.key,
      all,
      sumBy(all, (one) => sizeOf(one.value))
    );
  }

  private get ranges() {
    return this.facts.known<Array<{ ranAt: RunTime; value: V }>>(this.key).data ?? [];
  }
}

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
