import { type TimeRange } from '@grafana/data';
import { Recent } from '../service/recent';
import { MINUTE } from '../settings';
import { type Span } from '../time/spans';
import { type Context, type Request, type Run } from './runner';

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
