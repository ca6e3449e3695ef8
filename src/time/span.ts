import { type TimeRange } from '@grafana/data';

/** A span of time in epoch milliseconds, `from` included. */
export interface Span {
  from: number;
  to: number;
}

/** The range of a request, or of whatever else has one. */
export function rangeOf({ range: { from, to } }: { range: TimeRange }): Span {
  return { from: from.valueOf(), to: to.valueOf() };
}
