import { down } from '../time/grid';
import { type Span } from '../time/spans';
import { LATE } from './holes';

/** How far a reading of a span counts: up to `settled` it serves again, from there to `seen` its points may still move. */
export interface Counts {
  settled: number;
  seen: number;
}

/**
 * In the last 24 h a span counts as read only up to the newest point that came, so that late data is found; and the
 * newest `refreshOverlap`, never less than the two newest steps, has to be read again. Where the data ends before the
 * span does, the two newest steps are those of the data. A reading that leaves its start out has to begin a step earlier.
 *
 * @param newest the time of the newest point of the answer, or undefined where it was empty
 * @param now when the reading was asked for, epoch milliseconds
 */
export function countsUntil(
  span: Span,
  newest: number | undefined,
  step: number,
  now: number,
  refreshOverlap: number,
  holdsStart = true
): Counts {
  const within = (time: number) => Math.min(span.to, Math.max(span.from, time));
  const came = newest === undefined ? -Infinity : newest + step;
  const moving = Math.min(now - refreshOverlap, down(now, step) - step);
  const still = Math.min(moving, came < span.to ? came - 2 * step : span.to) - (holdsStart ? 0 : step);
  return { settled: within(Math.max(now - LATE, still)), seen: within(Math.max(now - LATE, came)) };
}
