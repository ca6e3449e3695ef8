import { type Alert, type AlertEvent } from '../service/alerts';

/**
 * An alert as its events tell of it: since the first one, in the state after the last one. Null where there are none.
 *
 * @param events in the order of the list
 */
export function alertOfEvents(id: string, events: readonly AlertEvent[]): Alert | null {
  const latest = events.at(-1);
  if (!latest) {
    return null;
  }
  const { impact, active, activeNodes, activeMetrics, score, learningStatus } = latest;
  const firstSeenAt = events.find(({ time }) => time !== null)?.time ?? null;
  return {
    id,
    impact,
    active,
    firstSeenAt,
    // The moment that it was last told to be active: then the service knows what it consisted of.
    lastSeenAt: events.findLast((event) => event.active)?.time ?? latest.time,
    activeNodes,
    activeMetrics,
    score,
    learningStatus,
    // Changes are not what it consists of: that is looked up as of any alert.
    metrics: null,
  };
}
