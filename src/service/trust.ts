import { HOUR, MINUTE } from '../settings';

/**
 * How long read data is trusted before it is read again, in milliseconds. Metric data is trusted as long as the data
 * source is set to reuse it (`reuseFor`), except for its newest part; the events of an ended alert and the names of systems,
 * nodes, and metrics are trusted for good.
 */
const TRUSTED_FOR = {
  /** An answer, by the panels of a page that have not had it: they ask within moments. */
  answer: 5_000,
  /** Data that a query read before a refresh cut it off. */
  cutOff: 5_000,
  /** What a query read, while another query of its panel has no answer yet; refreshes come meanwhile. */
  waiting: MINUTE,
  /** That the events of an alert could not be read. */
  failedEvents: MINUTE,
  /** That the service refused a pair of node and metric as unknown, which may have been a mistake. */
  refusedPair: 5 * MINUTE,
  /** The earlier alerts of a metric, for similar alerts. */
  search: HOUR,
};

type Trusted = keyof typeof TRUSTED_FOR;

/** Whether it has to be read again. @param at when it was read, by the same clock as `now` */
export function isStale(kind: Trusted, at: number, now: number): boolean {
  // Clocks can be set back.
  return now < at || now - at > TRUSTED_FOR[kind];
}

/** Until when it is trusted. @param most a shorter limit, in milliseconds */
export function trustedUntil(kind: Trusted, now: number, most: number): number {
  return now + Math.min(TRUSTED_FOR[kind], most);
}
