import { type World, type WorldAlert, type WorldChange } from '../support/world/truth';
import { impactOf, isActive, seenAt } from './oracle';

/** Which alerts pass ad hoc filters and a limit. */

export interface Filter {
  key: 'node' | 'metric' | 'system' | 'severity' | 'type' | 'impact';
  operator: '=' | '!=' | '=|' | '!=|' | '=~' | '!~';
  value: string;
  values?: string[];
}

/** Each metric that was part of an alert, as of its last event. */
function metricsOf({ events }: WorldAlert, now: number): WorldChange[] {
  const changes = events.filter(({ at }) => at <= now).flatMap((event) => event.changes);
  return [...new Map(changes.filter(({ type }) => type !== 'removed').map((one) => [one.metric, one])).values()];
}

/** What a filter compares: names and IDs. */
function textsOf({ metrics }: World, impact: string, change: WorldChange, key: Filter['key']): Array<string | null> {
  const { nodeName, nodeId, statTypeName, statTypeId, systemName, systemId } = metrics[change.metric];
  const texts = {
    node: [nodeName, String(nodeId)],
    metric: [statTypeName, statTypeId],
    system: [systemName, systemId === null ? null : String(systemId)],
    severity: [change.severity],
    type: [change.kind],
    impact: [impact],
  };
  return texts[key];
}

function passes(texts: Array<string | null>, { operator, value, values = [value] }: Filter): boolean {
  const isWanted = (text: string) =>
    operator.endsWith('~') ? new RegExp(`^(${value})$`).test(text) : values.includes(text);
  return texts.some((text) => isWanted(text ?? '')) !== operator.startsWith('!');
}

/** The alerts with a metric that passes all filters. */
export function filtered(world: World, alerts: WorldAlert[], filters: Filter[], now: number): WorldAlert[] {
  return alerts.filter((alert) =>
    metricsOf(alert, now).some((change) =>
      filters.every((filter) => passes(textsOf(world, impactOf(alert, now), change, filter.key), filter))
    )
  );
}

/** Active alerts first, then those that were seen last. */
export function limited(alerts: WorldAlert[], limit: number, now: number): WorldAlert[] {
  const rank = (alert: WorldAlert) => (isActive(alert, now) ? Infinity : seenAt(alert, now));
  return [...alerts].sort((a, b) => rank(b) - rank(a) || seenAt(b, now) - seenAt(a, now)).slice(0, limit);
}
