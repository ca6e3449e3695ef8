import { type Columns } from '../corridors/columns';
import { isOutside, judge } from '../corridors/judge';

/** A stay outside is over once nothing was outside for so long, in milliseconds: single returns do not end it. */
const CALM = 15 * 60_000;
/** So many of the newest points tell whether a metric is on its way back. */
const NEWEST = 5;

/** Whether a metric is outside its corridors, and since when. Times are epoch milliseconds. */
export interface Onset {
  /** `recovering`: back inside for a short time only, or half as far out as it was. */
  state: 'outside' | 'recovering' | 'inside';
  /** The newest point that can be judged: its time, its value, the corridor that is expected there. */
  at: number;
  value: number;
  expectedFrom: number | null;
  expectedTo: number | null;
  /** In widths of the main corridor; null where that cannot be told. */
  deviation: number | null;
  /** The last stay outside, or null where there was none. */
  stay: Stay | null;
}

export interface Stay {
  /** The first point outside; `isOpen`: no earlier one is known to have been inside, so that it may have begun before. */
  from: number;
  isOpen: boolean;
  /** The last point outside. */
  to: number;
  /** The first point inside after it; null while it lasts. */
  back: number | null;
  /** The deviation farthest from 0; null where none can be told. */
  worst: number | null;
}

/**
 * When a metric last left its corridors, and how it is now. Points without a value or corridor say nothing.
 *
 * @param columns in time order @param step milliseconds between points
 * @returns null where no point can be judged
 */
export function onsetOf(columns: Columns, step: number): Onset | null {
  const { distance, deviation } = judge(columns, true);
  const calm = Math.max(CALM, 2 * step);
  const rows: number[] = [];
  let stay: (Stay & { peak: number }) | null = null;
  for (let i = 0; i < columns.length; i++) {
    if (Number.isNaN(distance[i])) {
      continue;
    }
    const time = columns.time[i];
    if (isOutside(distance[i])) {
      if (!stay || time - stay.to > calm) {
        stay = { from: time, isOpen: rows.length === 0, to: time, back: null, worst: null, peak: 0 };
      }
      const widths = deviation ? deviation[i] : NaN;
      stay.to = time;
      stay.back = null;
      stay.peak = Math.max(stay.peak, Math.abs(distance[i]));
      stay.worst = Number.isNaN(widths) || Math.abs(widths) <= Math.abs(stay.worst ?? 0) ? stay.worst : widths;
    } else if (stay) {
      stay.back ??= time;
    }
    rows.push(i);
  }
  if (rows.length === 0) {
    return null;
  }
  const last = rows[rows.length - 1];
  const newest = rows.slice(-NEWEST).map((row) => Math.abs(distance[row]));
  const widths = deviation ? deviation[last] : NaN;
  return {
    state: stateOf(stay, columns.time[last], calm, newest),
    at: columns.time[last],
    value: columns.smoothened[last],
    ...expectedAt(columns, last),
    deviation: Number.isNaN(widths) ? null : widths,
    stay: stay && { from: stay.from, isOpen: stay.isOpen, to: stay.to, back: stay.back, worst: stay.worst },
  };
}

function stateOf(
  stay: (Stay & { peak: number }) | null,
  now: number,
  calm: number,
  newest: readonly number[]
): Onset['state'] {
  if (!stay || now - stay.to > calm) {
    return 'inside';
  }
  return stay.back !== null || Math.max(...newest) <= stay.peak / 2 ? 'recovering' : 'outside';
}

/** The main corridor, or where there is none the first that there is. */
function expectedAt({ edges }: Columns, row: number): Pick<Onset, 'expectedFrom' | 'expectedTo'> {
  for (let band = 0; band < edges.length; band += 2) {
    const [one, other] = [edges[band]?.[row] ?? NaN, edges[band + 1]?.[row] ?? NaN];
    if (!Number.isNaN(one + other)) {
      return { expectedFrom: Math.min(one, other), expectedTo: Math.max(one, other) };
    }
  }
  return { expectedFrom: null, expectedTo: null };
}
