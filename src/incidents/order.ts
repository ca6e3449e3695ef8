import { type Alert } from '../service/alerts';

/** The interface's impacts, most severe first. */
export const IMPACTS = ['severe', 'high', 'medium', 'low'] as const;
/** The interface's severities of anomalies, most severe first. */
export const ANOMALY_SEVERITIES = ['severe', 'medium', 'low'] as const;
/** The interface's metric severities, worst first. */
export const SEVERITIES = ['blood_red', 'red', 'orange', 'yellow', 'green'] as const;

/** 0 for the most severe; none and unknown ones last. */
export function impactRank(impact: string | null): number {
  return rank(IMPACTS, impact);
}

/** 0 for the worst; unknown ones last. */
export function severityRank(severity: string | null): number {
  return rank(SEVERITIES, severity);
}

/** 0 for the most severe; none and unknown ones last. */
export function anomalyRank(severity: string | null): number {
  return rank(ANOMALY_SEVERITIES, severity);
}

function rank(order: readonly string[], value: string | null): number {
  const place = value === null ? -1 : order.indexOf(value);
  return place < 0 ? order.length : place;
}

/** What the order of alerts looks at. */
export type Ordered = Pick<Alert, 'id' | 'impact' | 'firstSeenAt' | 'lastSeenAt'>;

/**
 * Order for `sort`: most severe first (impact severe, high, medium, low, none), then the latest `lastSeenAt`; one without
 * is still open, so it comes first. The id decides the rest, so that the order never wavers.
 */
export function bySeverity(a: Ordered, b: Ordered): number {
  return (
    impactRank(a.impact) - impactRank(b.impact) ||
    latest(a.lastSeenAt, b.lastSeenAt) ||
    latest(a.firstSeenAt, b.firstSeenAt) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

function latest(a: number | null, b: number | null): number {
  return a === b ? 0 : (b ?? Infinity) > (a ?? Infinity) ? 1 : -1;
}
