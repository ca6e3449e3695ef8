import type { components } from '../schema';
import {
  type AlertRecord,
  eventAt,
  firstSeenAt,
  isActive,
  isActiveAt,
  lastSeenAt,
  metricsUntil,
} from '../detection/timeline';
import type { Call, Handler } from '../http/handlers';
import { Problem } from '../problem';
import { rangeOf } from '../metric-data/range';
import type { Quirk } from '../quirks/quirk';
import { DAY, HOUR, MINUTE, ceilTo, floorTo, iso } from '../time';
import type { Metric } from '../series/metric';
import { alertBody, momentOf } from './alerts';

type Schemas = components['schemas'];

interface Filter {
  q?: string;
  nodeId?: number;
  statTypeId?: string;
}

/** The default page size. */
const defaultLimit = 50;

/**
 * The alerts that pass every filter, newest first. `from` and `to` select alerts that touch the range (unless a quirk
 * changes that), in their current state. `at` selects alerts that were active then, in their state then.
 */
export const exploreAlerts: Handler<'exploreAlerts'> = (parameters, call) => {
  const { page = 1, limit = defaultLimit, at, impact = 'any', minScore } = parameters;
  const { from = -Infinity, to = Infinity } = rangeOf(parameters);
  const { exploreBy = 'active', moves = 0 } = call.quirks.general;
  const time = momentOf(at, call);
  const items = call.world
    .alerts(time)
    .filter((alert) => at === undefined || isActiveAt(alert, time))
    .filter((alert) => selects[exploreBy](firstSeenAt(alert), endOf(alert, time), from, to))
    .filter((alert) => matches(alert, parameters, time))
    .map((alert) => itemOf(alert, time))
    .filter((item) => impact === 'any' || item.impact === impact)
    .filter((item) => minScore === undefined || (item.score !== null && item.score >= minScore))
    .sort((a, b) => compare(b.firstSeenAt, a.firstSeenAt) || compare(a.id, b.id));
  // Rows that arrived while the previous pages were read push the others down.
  const moved = moves * (page - 1);
  const first = (page - 1) * limit;
  const slice = items.slice(Math.max(0, first - moved), Math.max(0, first + limit - moved));
  return { page, limit, total: items.length + moved, items: slice };
};

type Select = (began: number, ended: number, from: number, to: number) => boolean;

/** What `from` and `to` select. The interface doesn't define it. */
const selects: Record<NonNullable<Quirk['exploreBy']>, Select> = {
  active: (began, ended, from, to) => began <= to && ended >= from,
  began: (began, _, from, to) => began >= from && began <= to,
  ended: (_, ended, from, to) => ended >= from && ended <= to,
};

const widths: Record<Schemas['ExploreBucketWidth'], number> = {
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
};

/** More buckets are refused, so that a mistake doesn't block the demo. The interface has no such limit. */
const mostBuckets = 100_000;

/**
 * Buckets begin at multiples of their width in UTC. An alert counts in each bucket in which it was active, with its impact
 * at the bucket's end.
 */
export const exploreAlertsTimeseries: Handler<'exploreAlertsTimeseries'> = (parameters, call) => {
  const { from = 0, to = 0 } = rangeOf(parameters);
  const width = widths[parameters.bucket];
  const alerts = call.world.alerts(call.now).filter((alert) => matches(alert, parameters, call.now));
  if ((to - from) / width > mostBuckets) {
    throw new Problem(400, `buckets of ${parameters.bucket} are too many for that range`);
  }
  const buckets: Array<Schemas['ExploreBucket']> = [];
  const last = Math.max(ceilTo(to, width), floorTo(from, width) + width);
  for (let start = floorTo(from, width); start < last; start += width) {
    buckets.push(bucketOf(alerts, start, start + width, call));
  }
  return { bucket: parameters.bucket, from: iso(from), to: iso(to), buckets };
};

function bucketOf(alerts: readonly AlertRecord[], start: number, end: number, call: Call): Schemas['ExploreBucket'] {
  const impacts = { low: 0, medium: 0, high: 0, severe: 0 };
  let active = 0;
  for (const alert of alerts) {
    if (start <= call.now && firstSeenAt(alert) < end && endOf(alert, call.now) > start) {
      active++;
      const state = eventAt(alert, Math.min(end - 1, call.now));
      impacts[state?.impact ?? 'low']++;
    }
  }
  return { start: iso(start), end: iso(end), active, impacts };
}

/** When an alert ended, as known at `time`. Infinity while it is active. */
function endOf(alert: AlertRecord, time: number): number {
  const event = eventAt(alert, time);
  return event && !isActive(event) ? event.at : Infinity;
}

/**
 * Whether the alert has or had a metric with this node and ID. All words of `q` must also occur in the alert's ID, or in
 * the names and IDs of its metrics, nodes, and systems. Upper and lower case are the same.
 */
function matches(alert: AlertRecord, { q, nodeId, statTypeId }: Filter, time: number): boolean {
  const metrics = metricsUntil(alert, time);
  const named = metrics.some(
    (metric) =>
      (nodeId === undefined || metric.node.id === nodeId) && (statTypeId === undefined || metric.id === statTypeId)
  );
  const text = q ? [alert.id, ...metrics.map(wordsOf)].join('\n').toLowerCase() : '';
  return (
    named &&
    (q ?? '')
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

function wordsOf({ id, name, node }: Metric): string {
  return [id, name ?? '', node.id, node.name ?? '', node.system.name].join('\n');
}

function itemOf(alert: AlertRecord, time: number): Schemas['ExploreListItem'] {
  const event = eventAt(alert, time) ?? alert.events[0];
  return { ...alertBody(alert, event, time), lastSeenAt: iso(lastSeenAt(alert, time)) };
}

function compare(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}
