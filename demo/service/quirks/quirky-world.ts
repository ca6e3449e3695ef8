import type { AlertRecord, TimelineEvent } from '../detection/timeline';
import type { World } from '../world';
import type { Quirk } from './quirk';

/** A world whose alerts have the IDs and the number of events that the quirks request. */
export function quirkyWorld(world: World, { oddIds = false, events = 0 }: Quirk): World {
  const least = events === 'numbered' ? 0 : events;
  if (!oddIds && least === 0) {
    return world;
  }
  const made = new WeakMap<AlertRecord, AlertRecord>();
  const make = (alert: AlertRecord) => {
    const other = { id: oddIds ? oddId(alert.id) : alert.id, events: lengthened(alert, least) };
    made.set(alert, other);
    return other;
  };
  return {
    ...world,
    metric: (nodeId, metricId) => world.metric(nodeId, metricId),
    alerts: (now) => world.alerts(now).map((alert) => made.get(alert) ?? make(alert)),
  };
}

/** An ID like those of other tools. It contains the alert's own ID. */
function oddId(id: string): string {
  return `a/b c?%2F&#<b>${id}</b>"`;
}

/** The events, with updates between them that change nothing but the time, up to this number. */
function lengthened({ events }: AlertRecord, least: number): readonly TimelineEvent[] {
  const missing = least - events.length;
  const span = events[events.length - 1].at - events[0].at;
  if (missing <= 0 || span <= 0) {
    return events;
  }
  const all = events.flatMap((event, i) => {
    const next = events[i + 1]?.at ?? event.at;
    const more = Math.ceil((missing * (next - event.at)) / span);
    return [
      event,
      ...Array.from({ length: more }, (_, n) => repeated(event, event.at + ((next - event.at) * (n + 1)) / (more + 1))),
    ];
  });
  return all.map((event, sequence) => ({ ...event, sequence }));
}

function repeated(event: TimelineEvent, time: number): TimelineEvent {
  const at = Math.round(time);
  const metrics = event.metrics.map((state) => ({ ...state, updated: at }));
  const changes = metrics.map((state) => ({ type: 'updated', metric: state.metric, state }) as const);
  return { ...event, type: 'updated', at, metrics, changes };
}
