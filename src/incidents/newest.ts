import { type Alert } from '../service/alerts';

/**
 * Where a limit cuts the newest alerts are kept, in the list's order: those seen last; one without that time is still open.
 *
 * @param limit one is kept at least
 */
export function newest(alerts: readonly Alert[], limit: number): Alert[] {
  const count = Math.max(1, Math.floor(limit));
  if (alerts.length <= count) {
    return [...alerts];
  }
  const seen = ({ lastSeenAt }: Alert) => lastSeenAt ?? Infinity;
  const byTime = [...alerts].sort((a, b) => (seen(a) === seen(b) ? 0 : seen(b) > seen(a) ? 1 : -1));
  const kept = new Set(byTime.slice(0, count));
  return alerts.filter((alert) => kept.has(alert));
}
