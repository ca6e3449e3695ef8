import { LATE } from './holes';
import { type Series } from './series';
import { type Span } from '../time/spans';

/** A span that was read. */
export interface SpanRead extends Span {
  /** Those of its ends whose points the answer held. */
  brought: number[];
}

/** So many points at borders are looked for in vain before the service counts as one whose ranges hold one end at least. */
const MOST_TRIES = 5;

/** How far beside its place a point may lie that comes a little sooner or later than the others; see `JITTER_SHARE`. */
const JITTER = 5000;

/** The same as a share of the points' distance, where that is less. */
const JITTER_SHARE = 0.2;

/** How far from a border points tell of it, in steps: they may lie farther apart than was asked for. */
const REACH = 60;

/** So many points to either side tell how far apart those at a border lie, where the nearest two do not. */
const NEAR = 4;

/**
 * Whether the service's ranges hold the points at their ends: the interface does not show it, the answers teach it. A range
 * that does not hold its start is begun a step earlier where that point may still move. Where neither end is held, a point
 * on the border of two parts is in the answer to neither, and is read by itself.
 */
export class RangeEnds {
  /** A range holds its start, as far as is known. */
  holdsStart = true;
  private inVain = 0;
  private found = false;

  /**
   * The borders inside `range` at which a point was lost, or is there as it was before: neither of two readings brought it.
   * Besides those of what was read now, the borders of readings before that no range had inside yet.
   *
   * @param read the spans that were read
   * @param step milliseconds
   * @param now epoch milliseconds
   */
  lost(series: Series, read: readonly SpanRead[], range: Span, step: number, now: number): number[] {
    const before = series.openBorders.filter((time) => series.unread({ from: time - 1, to: time + 1 }).length === 0);
    const borders = new Set([...read.flatMap(({ from, to }) => [from, to]), ...before]);
    const brought = new Set(read.flatMap((span) => span.brought));
    const starts = new Set(read.map(({ from }) => from));
    // On either side of these there was a reading, of now or before, and the point may have moved since.
    const parted = new Set([...read.flatMap(({ to }) => (starts.has(to) ? to : [])), ...before]);
    return [...borders].filter((border) => {
      if (border <= range.from || border >= range.to || brought.has(border)) {
        return false;
      }
      const near = series.pieces({ from: border - REACH * step, to: border + REACH * step });
      const times = near.flatMap(({ time }) => Array.from(time));
      return times.includes(border)
        ? parted.has(border) && border >= now - LATE
        : this.isLost(border, times, step, borders);
    });
  }

  /** Notes whether reading what was lost brought it. */
  note(brought: boolean) {
    this.found = this.found || brought;
    this.inVain += brought ? 0 : 1;
  }

  /**
   * Where it is not known yet, of points at equal distances just the one at the border has to be missing, or those at the
   * borders side by side. Where points lie on one side alone, as with a part shorter than a step, the border has to be the next
   * place.
   */
  private isLost(border: number, times: readonly number[], step: number, borders: ReadonlySet<number>): boolean {
    if (this.found || this.inVain >= MOST_TRIES) {
      return this.found;
    }
    const next = times.findIndex((time) => time > border);
    const place = next < 0 ? times.length : next;
    const [before, after] = [times[place - 1], times[place]];
    // What has a border inside may lack more than one point itself.
    const between = (from: number, to: number) => [...borders].filter((other) => other > from && other < to).length;
    const distancesOf = (some: readonly number[]) =>
      some.flatMap((time, i) => (i > 0 && between(some[i - 1], time) === 0 ? [time - some[i - 1]] : []));
    const around = (count: number) => [
      ...distancesOf(times.slice(Math.max(0, place - count), place)),
      ...distancesOf(times.slice(place, place + count)),
    ];
    const nearest = around(2);
    const distances = nearest.length > 0 ? nearest : around(NEAR);
    const distance = distances.length > 0 ? Math.min(...distances) : step;
    const steps = ((after ?? border) - (before ?? border)) / distance;
    const beside = Math.abs(steps - 1) * distance;
    const isNext =
      (before === undefined) !== (after === undefined) && beside <= Math.min(JITTER, JITTER_SHARE * distance);
    // A border may lie where no point is.
    return isNext || [1, between(before, after)].some((count) => count > 0 && Math.abs(steps - 1 - count) < 0.5);
  }
}
