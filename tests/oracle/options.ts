import { stateAt, type World, type WorldAlert, type WorldMetric } from '../support/world/truth';
import { alertsIn, inOrder, judgedAt, mostSevere, type Period, titleOf } from './oracle';
import { metricsOfAnomalies } from './ranking';

/** The options that variables must have. */

export interface Option {
  value: string;
  text: string;
}

const LISTS: Record<string, (metric: WorldMetric) => Option | null> = {
  systems: ({ systemId, systemName }) =>
    systemId === null ? null : { value: String(systemId), text: systemName ?? String(systemId) },
  nodes: ({ nodeId, nodeName }) => ({ value: String(nodeId), text: nodeName ?? String(nodeId) }),
  metrics: ({ statTypeId, statTypeName }) => ({ value: statTypeId, text: statTypeName ?? statTypeId }),
  series: ({ nodeId, nodeName, statTypeId, statTypeName }) => ({
    value: `${nodeId}:${statTypeId}`,
    text: `${statTypeName ?? statTypeId} · ${nodeName ?? nodeId}`,
  }),
};

/** The metrics in the alert lists (now, and at both ends of the range) and in the anomalies of the range. */
export function offeredMetrics(world: World, range: Period, now: number): WorldMetric[] {
  const moments = [range.from, Math.min(range.to, now), now];
  const listed = world.alerts.flatMap((alert) =>
    moments.flatMap((at) => {
      const state = stateAt(alert, at);
      return state?.active ? state.metrics.map(({ metric }) => metric) : [];
    })
  );
  const ofAnomalies = metricsOfAnomalies(world, range, now);
  return world.metrics.flatMap((metric, place) => {
    // If the alerts have no system, an anomaly has one without a name.
    const systemId = ofAnomalies.includes(place) ? (metric.systemId ?? 3) : metric.systemId;
    return listed.includes(place) || ofAnomalies.includes(place) ? [{ ...metric, systemId }] : [];
  });
}

/** The options of a list, sorted by their texts. Options with the same text also show their ID. */
export function options(list: string, metrics: WorldMetric[]): Option[] {
  const all = new Map(metrics.flatMap((metric) => LISTS[list](metric) ?? []).map((option) => [option.value, option]));
  const shared = ({ text }: Option) => [...all.values()].filter((one) => one.text === text).length > 1;
  return [...all.values()]
    .map((option) => (shared(option) ? { ...option, text: `${option.text} (${option.value})` } : option))
    .sort((a, b) => a.text.localeCompare(b.text));
}

/** The metrics of an alert in the order of joining. */
export function spread({ metrics }: World, alert: WorldAlert): string[] {
  return inOrder(alert).map((place) => `${metrics[place].nodeId}:${metrics[place].statTypeId}`);
}

/** The alerts of a range, most severe first, with the parts of their texts. */
export function alertOptions(
  world: World,
  range: Period,
  now: number
): Array<{ value: string; impact: string; title: string; since: number }> {
  // A past range is shown as of its end.
  const asOf = judgedAt(range, now);
  return mostSevere(alertsIn(world, range, asOf), asOf).map((alert) => ({
    value: alert.id,
    impact: stateAt(alert, asOf)?.impact ?? '',
    title: titleOf(world, alert, now),
    since: alert.events[0].at,
  }));
}
