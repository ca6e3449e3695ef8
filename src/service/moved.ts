import { ruleGranularity } from '../query/granularity';
import { MINUTE } from '../settings';

const TIME = /=(\d{4}-\d\d-\d\dT[^&]*)/g;

/** A path without its times, and the times in epoch milliseconds. */
export interface Timed {
  /** With the granularity that the service chooses, if it may choose one (`isOpen`). */
  shape: string;
  isOpen: boolean;
  times: number[];
}

export function timedOf(path: string): Timed {
  const times: number[] = [];
  const shape = path.replace(TIME, (_, time: string) => {
    times.push(Date.parse(decodeURIComponent(time)));
    return '=';
  });
  const isOpen = shape.startsWith('v1/ad') && !shape.includes('granularity=');
  const whole = isOpen ? `${shape}&granularity=${ruleGranularity(times[1] - times[0])}` : shape;
  return { shape: whole, isOpen, times };
}

/**
 * Whether a request is an earlier one of the same query, whose time range has moved with the clock since, by at most a
 * minute. The start may have moved further, to the next step of its data: then, the earlier answer contains more than
 * needed. A failure of a longer request does not mean that a shorter one fails, such as a half after a time-out.
 *
 * @param age of the earlier one, in milliseconds
 * @param isFailed whether the earlier one failed
 */
export function isMoved(earlier: Timed, later: Timed, age: number, isFailed = false): boolean {
  if (earlier.times.length === 0 || earlier.shape !== later.shape) {
    return false;
  }
  const last = earlier.times.length - 1;
  const span = earlier.times[last] - earlier.times[0];
  return earlier.times.every((time, i) => {
    const moved = later.times[i] - time;
    return moved >= 0 && moved <= Math.max(age + MINUTE, i < last && !isFailed ? span / 2 : 0);
  });
}
