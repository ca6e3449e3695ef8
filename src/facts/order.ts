import { orderBy, uniqBy } from 'lodash';
import { ANOMALY_SEVERITIES, IMPACTS, SEVERITIES } from '../ground/query';
import { type Alert } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';

/** 0 for the most severe. Missing and unknown ones are last. */
export function impactRank(impact: string | null): number {
  return rank(IMPACTS, impact);
}

/** 0 for the worst. Unknown ones are last. */
export function severityRank(severity: string | null): number {
  return rank(SEVERITIES, severity);
}

/** The order of anomalies, and of an anomaly's metrics: the most severe first. Missing and unknown ones are last. */
export function byAnomalySeverity(a: Graded, b: Graded): number {
  const of = ({ severity }: Graded) => rank(ANOMALY_SEVERITIES, severity);
  return of(a) - of(b) || (b.severityNum ?? 0) - (a.severityNum ?? 0);
}

type Graded = Pick<Anomaly, 'severity' | 'severityNum'>;

function rank(order: readonly string[], value: string | null): number {
  const place = value === null ? -1 : order.indexOf(value);
  return place < 0 ? order.length : place;
}

/** The fields that determine the order of alerts. */
export type Ordered = Pick<Alert, 'id' | 'impact' | 'lastSeenAt'> & Partial<Pick<Alert, 'firstSeenAt'>>;

/**
 * Order for `sort`: impact severe, high, medium, low, none, then the latest `lastSeenAt`. An alert without that is still
 * open, so it comes first. Otherwise equal alerts are sorted by their start, the earliest first, then by ID.
 */
export function bySeverity(a: Ordered, b: Ordered): number {
  const byEnd = compared(b.lastSeenAt ?? Infinity, a.lastSeenAt ?? Infinity);
  const byStart = compared(a.firstSeenAt ?? -Infinity, b.firstSeenAt ?? -Infinity);
  return impactRank(a.impact) - impactRank(b.impact) || byEnd || byStart || compared(a.id, b.id);
}

/** The most severe alerts, each ID once. */
export function severest<A extends Ordered>(alerts: readonly A[], most: number): A[] {
  const known = uniqBy(alerts, 'id').filter(({ id }) => id !== '');
  return known.sort(bySeverity).slice(0, most);
}

/**
 * The alerts within a limit, in their order: those that continue, then those that were seen last. Without that time, an
 * alert is open.
 */
export function newestAlerts<A extends Pick<Alert, 'active' | 'lastSeenAt'>>(alerts: readonly A[], limit: number): A[] {
  const byTime = orderBy(
    alerts,
    [({ active }) => active === true, ({ lastSeenAt }) => lastSeenAt ?? Infinity],
    ['desc', 'desc']
  );
  const kept = new Set(byTime.slice(0, limit));
  return alerts.filter((alert) => kept.has(alert));
}

function compared<T extends number | string>(a: T, b: T): number {
  return Number(a > b) - Number(a < b);
}
