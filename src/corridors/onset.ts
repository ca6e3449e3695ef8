import { minBy } from 'lodash';
import { type Span } from '../time/span';
import { type Columns } from './columns';
import { isOutside, judge } from './judge';
import { WayBack } from './wayBack';

/** A stay outside is over once nothing was outside for so long, in milliseconds: shorter returns do not end it. */
const CALM = 15 * 60_000;
/** But a single point outside is a spike, and over, once so many points in a row lay inside. */
const SEVERAL = 5;
/** So many of the newest points tell whether a metric is on its way back. */
const NEWEST = 5;

/** Whether a metric is outside its corridors, and since when. Times are epoch milliseconds. */
export interface Onset {
  /** `recovering`: back inside for a short time only, or half as far out as it was and not on its way out again. */
  state: 'outside' | 'recovering' | 'inside';
  /** The newest point that can be judged: its time, its value, its main corridor; null where that is absent. */
  at: number;
  value: number;
  expectedFrom: number | null;
  expectedTo: number | null;
  /** Of all its corridors' edges the nearest; null where no corridor is whole. */
  edge: number | null;
  /** In widths of the main corridor; null where that cannot be told. */
  deviation: number | null;
  /** The last stay outside, or null where there was none. */
  stay: Stay | null;
  /** The longest time of which nothing is known while it was inside: since it was back, without a stay of all the range. */
  unknown: Span | null;
}

export interface Stay {
  /** The first point outside; `isOpen`: none just before is known to have been inside, so that it may have begun before. */
  from: number;
  isOpen: boolean;
  /** The longest time just before it, in it or just after it of which nothing is known; null where there is none. */
  unknown: Span | null;
  /** The last point outside. */
  to: number;
  /** The first point inside after it; null while it lasts. */
  back: number | null;
  /** The deviation farthest from 0; null where none can be told. */
  worst: number | null;
}

/**
 * When a metric last left its corridors, and how it is now. Points without a value or corridor say nothing, nor do those
 * without the main corridor where others have it. Where nothing is known a stay neither begins nor ends. A lone spike is a
 * stay of its own.
 *
 * @param columns in time order @param step milliseconds between points
 * @param start of the range, epoch milliseconds: what is missing after it is not known either; else the first point begins it
 * @returns null where no point can be judged
 */
export function onsetOf(columns: Columns, step: number, start?: number): Onset | null {
  const { distance, deviation } = judge(columns, true);
  const calm = Math.max(CALM, 2 * step);
  const telling = tellingRows(columns, distance);
  const far = farOut(distance, deviation, telling);
  const rows: number[] = [];
  let stay: Stay | null = null;
  let way = new WayBack();
  // Points of the stay that were outside, and those of the return after the newest of them.
  let stayed = 0;
  let returned = 0;
  let unknownInside: Span | null = null;
  for (const i of telling) {
    const time = columns.time[i];
    const isFirst = rows.length === 0;
    const before = isFirst ? (start ?? time) : columns.time[rows[rows.length - 1]];
    const unknown = time - before > calm ? { from: before, to: time } : null;
    if (isOutside(distance[i])) {
      unknownInside = null;
      if (!stay || (stay.back !== null && (time - stay.to > calm || (stayed === 1 && returned >= SEVERAL)))) {
        stay = { from: time, isOpen: isFirst || unknown !== null, unknown, to: time, back: null, worst: null };
        way = new WayBack();
        stayed = 0;
        returned = 0;
      }
      stayed++;
      returned = 0;
      const widths = deviation ? deviation[i] : NaN;
      stay.unknown = longer(stay.unknown, unknown);
      stay.to = time;
      stay.back = null;
      stay.worst = Number.isNaN(widths) || Math.abs(widths) <= Math.abs(stay.worst ?? 0) ? stay.worst : widths;
    } else if (stay && stay.back === null) {
      returned = 1;
      stay.unknown = longer(stay.unknown, unknown);
      stay.back = time;
    } else {
      returned++;
      unknownInside = longer(unknownInside, unknown);
    }
    way.take(Math.abs(far[i]));
    rows.push(i);
  }
  if (rows.length === 0) {
    return null;
  }
  const last = rows[rows.length - 1];
  const newest = Math.max(...rows.slice(-NEWEST).map((row) => Math.abs(far[row])));
  const widths = deviation ? deviation[last] : NaN;
  const [expectedFrom, expectedTo] = mainAt(columns, last) ?? [null, null];
  return {
    state: stateOf(stay, columns.time[last], calm, way.isComing && newest <= way.peak / 2),
    at: columns.time[last],
    value: columns.smoothened[last],
    expectedFrom,
    expectedTo,
    edge: nearestEdge(columns, last),
    deviation: Number.isNaN(widths) ? null : widths,
    stay,
    unknown: unknownInside,
  };
}

/** The rows that tell whether the metric is outside. One whose main corridor alone is missing may be outside the others only. */
function tellingRows(columns: Columns, distance: Float64Array): number[] {
  const rows = Array.from(distance.keys()).filter((row) => !Number.isNaN(distance[row]));
  const withMain = rows.filter((row) => mainAt(columns, row));
  return withMain.length > 0 ? withMain : rows;
}

/** How far out each row is as people are told it, in widths of the main corridor; where one has no width as it is measured. */
function farOut(distance: Float64Array, deviation: Float64Array | null, rows: readonly number[]): Float64Array {
  return deviation && rows.every((row) => !Number.isNaN(deviation[row])) ? deviation : distance;
}

function longer(one: Span | null, other: Span | null): Span | null {
  return !one || (other && other.to - other.from > one.to - one.from) ? other : one;
}

function stateOf(stay: Stay | null, now: number, calm: number, isNearer: boolean): Onset['state'] {
  if (!stay || now - stay.to > calm) {
    return 'inside';
  }
  return stay.back !== null || isNearer ? 'recovering' : 'outside';
}

/** The main corridor, its lower edge first; null where one of its edges is absent. */
function mainAt({ edges: [one, other] }: Columns, row: number): [number, number] | null {
  const [a, b] = [one?.[row] ?? NaN, other?.[row] ?? NaN];
  return Number.isNaN(a + b) ? null : [Math.min(a, b), Math.max(a, b)];
}

function nearestEdge({ smoothened, edges }: Columns, row: number): number | null {
  const at = edges.map((edge) => edge?.[row] ?? NaN);
  const whole = at.filter((edge, e) => !Number.isNaN(edge + at[e ^ 1]));
  return minBy(whole, (edge) => Math.abs(edge - smoothened[row])) ?? null;
}
