import { GRANULARITIES, STEP } from '../query/granularity';
import { DAY, HOUR } from '../settings';
import { down } from '../time/grid';
import { type Span } from '../time/span';

/** Contract: lanes have that many buckets at most. */
export const MOST_BUCKETS = 200;

/** The granularities of the interface, and what follows where they give too many; in milliseconds. */
const WIDTHS = [...GRANULARITIES.map((granularity) => STEP[granularity]), 4 * HOUR, DAY];

/** Buckets of equal width. */
export interface Buckets {
  /** Milliseconds. */
  width: number;
  /** Where the first one begins, epoch milliseconds: a multiple of the width, at the range's start or before. */
  start: number;
  count: number;
}

/** The buckets that a range touches, of the finest width that gives at most 200. None begins at the range's end. */
export function bucketsOf(range: Span): Buckets {
  const fitting = WIDTHS.map((width) => bucketsAt(range, width)).find(({ count }) => count <= MOST_BUCKETS);
  if (fitting) {
    return fitting;
  }
  let days = 2;
  while (bucketsAt(range, days * DAY).count > MOST_BUCKETS) {
    days *= 2;
  }
  return bucketsAt(range, days * DAY);
}

function bucketsAt({ from, to }: Span, width: number): Buckets {
  const start = down(from, width);
  return { width, start, count: Math.max(1, Math.ceil((to - start) / width)) };
}
