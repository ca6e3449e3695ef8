import { MINUTE } from '../settings';

/** When data is read, and what of it. */
export interface Reading {
  /** Epoch milliseconds. */
  now: number;
  /** Where the range ends, epoch milliseconds; it may lie after now. */
  end: number;
  /** Milliseconds between points. */
  step: number;
}

/** `now`: how it is now; `old`: it may have changed since; `past`: how it was when the range ended, which is over. */
export type Freshness = 'now' | 'old' | 'past';

/** A range that ended so long ago, in milliseconds, still ends now: a refresh and a late service take their time. */
const JUST_NOW = 10 * MINUTE;

/** What the newest point of a range tells. @param at its time, epoch milliseconds */
export function freshnessOf(at: number, { now, end, step }: Reading): Freshness {
  if (Math.min(end, now) - at > Math.max(JUST_NOW, 3 * step)) {
    return 'old';
  }
  return now - end > JUST_NOW ? 'past' : 'now';
}
