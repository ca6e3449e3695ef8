import { HOUR, MINUTE } from '../ground/settings';

/**
 * How long data remains valid before it is read again, in milliseconds. For metric data, the data source's setting applies
 * (`reuseFor`), except for its newest part. The events of an ended alert, and the names of systems, nodes, and metrics,
 * are valid forever.
 */
export const TRUSTED_FOR = {
  /** An answer, from when it was requested: the panels of a page send their requests within moments. */
  answer: 5_000,
  /** That the events of an alert could not be read. */
  failedEvents: MINUTE,
  /** That a pair of node and metric does not exist, which may have been a mistake. */
  absentPair: 5 * MINUTE,
  /** The earlier alerts of a metric. */
  search: HOUR,
};

export type Trusted = keyof typeof TRUSTED_FOR;

/** Whether it must be read again. @param at when it was read, by the same clock as `now` */
export function isStale(kind: Trusted, at: number, now: number): boolean {
  // Clocks can be set back.
  return now < at || now - at > TRUSTED_FOR[kind];
}
