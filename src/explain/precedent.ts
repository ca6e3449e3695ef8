import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { onsetOf } from '../corridors/onset';

/** So much of the time before has to be known for what never happened in it to be said without a word on the rest. */
const NEARLY_ALL = 0.95;

export type Side = 'above' | 'below';

/** Whether a metric that is outside its corridors was as far out before. */
export interface Precedent {
  side: Side;
  /** How far it is out at worst since it left its corridors, in widths of the main corridor, positive. */
  worst: number;
  /** Milliseconds between the points that tell it. */
  step: number;
  /** The newest point of the time before that lay as far out on that side, epoch milliseconds; null where none did. */
  last: number | null;
  /** Whether nearly all of that time is known. */
  isKnown: boolean;
}

/**
 * Whether the metric was as far out on that side, before it left its corridors, as it is at worst since then. Both are told
 * by the same points: those of another granularity are means over another time, and lie nearer or farther.
 *
 * @param columns in time order @param step milliseconds between points @param start of the time before, read or not
 * @returns null where these points do not lie outside on that side now, or none before them can be judged
 */
export function precedentOf(columns: Columns, step: number, start: number, side: Side): Precedent | null {
  const stay = onsetOf(columns, step, start)?.stay;
  const { deviation } = judge(columns, true);
  if (!stay || stay.back !== null || !deviation) {
    return null;
  }
  const { from } = stay;
  const sign = side === 'above' ? 1 : -1;
  let worst = 0;
  for (let i = columns.length - 1; i >= 0 && columns.time[i] >= from; i--) {
    worst = deviation[i] * sign > worst ? deviation[i] * sign : worst;
  }
  let known = 0;
  let last: number | null = null;
  for (let i = 0; i < columns.length && columns.time[i] < from; i++) {
    known += Number.isNaN(deviation[i]) ? 0 : 1;
    last = deviation[i] * sign >= worst ? columns.time[i] : last;
  }
  return known === 0 || worst === 0
    ? null
    : { side, worst, step, last, isKnown: known * step >= NEARLY_ALL * (from - start) };
}
