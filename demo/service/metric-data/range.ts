import { Problem } from '../problem';

/** A date-time parameter as a time. @throws Problem 400 if the day or hour doesn't exist */
export function timeOf(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new Problem(400, `${name} is no time: ${text}`);
  }
  return time;
}

/** Both ends of a range, undefined if missing. @throws Problem 400 if it ends before it begins */
export function rangeOf(parameters: { from?: string; to?: string }): { from?: number; to?: number } {
  const from = parameters.from === undefined ? undefined : timeOf('from', parameters.from);
  const to = parameters.to === undefined ? undefined : timeOf('to', parameters.to);
  if (from !== undefined && to !== undefined && from > to) {
    throw new Problem(400, 'from must not be later than to');
  }
  return { from, to };
}
