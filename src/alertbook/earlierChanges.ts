import { type AlertEvent, type Change } from '../service/alerts';

/**
 * What earlier changes said of each change's metric, within its alert: the latest one that shows a severity, or none.
 *
 * @param events each alert's in the order of its list
 */
export function earlierChanges(events: readonly AlertEvent[]): ReadonlyMap<Change, Change> {
  const earlier = new Map<Change, Change>();
  const latest = new Map<string, Change>();
  for (const { alertId, changes } of events) {
    for (const change of changes ?? []) {
      const key = JSON.stringify([alertId, change.nodeId, change.metricId]);
      const before = latest.get(key);
      if (before) {
        earlier.set(change, before);
      }
      if (change.change === 'removed') {
        // One that comes again is new again.
        latest.delete(key);
      } else if (change.severity !== null) {
        latest.set(key, change);
      }
    }
  }
  return earlier;
}
