import { Random } from './random';
import {
  DAY,
  HOUR,
  IMPACTS,
  MINUTE,
  READING,
  type Reading,
  SEVERITIES,
  type World,
  type WorldAlert,
  type WorldChange,
  type WorldEvent,
  type WorldMetric,
} from './truth';

/** Worlds by their seed. */

/** Queries with an identifier use the first: node 12, metric `cpu`. */
const METRICS: WorldMetric[] = [
  metric(12, 'web-1', 'cpu', 'CPU load', 1, 'Shop'),
  metric(12, 'web-1', 'mem', 'Memory (MB)', 1, 'Shop'),
  metric(13, 'db-1', 'cpu', 'CPU load', 2, 'Store'),
  { ...metric(14, null, 'io/wait', null, null, null), source: 15 * MINUTE },
  metric(15, 'web-2', 'cpu', 'CPU load', 1, 'Shop'),
  metric(15, 'web-2', 'a:b', 'Queue', 1, 'Shop'),
  metric(16, 'db-1', 'lag', 'Lag (s)', 2, 'Store'),
];

function metric(
  ...[nodeId, nodeName, statTypeId, statTypeName, systemId, systemName]: [
    number,
    string | null,
    string,
    string | null,
    number | null,
    string | null,
  ]
): WorldMetric {
  return { nodeId, nodeName, statTypeId, statTypeName, systemId, systemName, source: MINUTE };
}

/** A world whose past ends now. Later events are added to it. */
export function worldOf(seed: number, now: number): World {
  const random = new Random(seed);
  const world: World = { metrics: METRICS, alerts: [], reading: readingOf(random) };
  const count = 1 + random.below(9);
  for (let i = 0; i < count; i++) {
    world.alerts.push(pastAlert(random, idOf(i), now));
  }
  return world;
}

/** `a`, `b`, …: queries with an identifier use the first. */
export function idOf(place: number): string {
  return String.fromCharCode(97 + (place % 26)) + (place < 26 ? '' : Math.floor(place / 26));
}

function readingOf(random: Random): Reading {
  const odd = <T>(usual: T, ...others: T[]) => (random.isTrue(0.6) ? usual : random.pick(others));
  return {
    finds: odd<Reading['finds']>('active', 'begun'),
    text: odd<Reading['text']>('names', 'ids', 'nothing'),
    ending: odd<Reading['ending']>('event', 'removals', 'inactive', 'none'),
    showsActive: odd(true, false),
    counts: odd<Reading['counts']>('last', 'none'),
    page: odd(READING.page, 1, 2, 3),
    order: random.pick<Reading['order']>(['newest', 'oldest', 'severe']),
    includesTo: odd(true, false),
    lag: odd(0, 90_000, 7 * MINUTE),
    unknownMetric: odd<Reading['unknownMetric']>('empty', 400),
    forecast: odd(true, false),
  };
}

/** How long ago alerts began: often within a dashboard's time range, sometimes weeks ago. */
const AGES = [20 * MINUTE, HOUR, 3 * HOUR, 5 * HOUR, 8 * HOUR, DAY, 3 * DAY, 8 * DAY, 30 * DAY];
const LENGTHS = [3 * MINUTE, 10 * MINUTE, HOUR, 2 * HOUR, 5 * HOUR, 30 * HOUR];

/** Events happen five seconds after a minute begins, so that their ages in minutes only change at that moment. */
export function happens(time: number): number {
  return Math.floor((time - 5000) / MINUTE) * MINUTE + 5000;
}

function pastAlert(random: Random, id: string, now: number): WorldAlert {
  const start = happens(now - random.pick(AGES) * (0.5 + random.next()));
  const alert: WorldAlert = { id, events: [eventAt(random, undefined, start)] };
  const length = random.pick(LENGTHS);
  const isOver = start + length < now && random.isTrue(0.7);
  const until = isOver ? start + length : now;
  for (let at = start; alert.events.length < 1 + random.below(6);) {
    at += Math.ceil((random.next() * length) / 4 / MINUTE) * MINUTE;
    if (at >= until) {
      break;
    }
    alert.events.push(eventAt(random, alert, at));
  }
  return isOver ? { ...alert, end: until } : alert;
}

/** The next change of an alert. Without an alert, the start of one. */
export function eventAt(random: Random, alert: WorldAlert | undefined, at: number): WorldEvent {
  const impact = alert && random.isTrue(0.5) ? alert.events[alert.events.length - 1].impact : random.pick(IMPACTS);
  return { at, impact, changes: alert ? nextChanges(random, alert) : firstChanges(random) };
}

function firstChanges(random: Random): WorldChange[] {
  const count = 1 + random.below(3);
  const start = random.below(METRICS.length);
  return Array.from({ length: count }, (_, i) => changeOf(random, (start + i) % METRICS.length, 'added'));
}

function nextChanges(random: Random, { events }: WorldAlert): WorldChange[] {
  const present = new Set<number>();
  for (const { metric, type } of events.flatMap(({ changes }) => changes)) {
    if (type === 'removed') {
      present.delete(metric);
    } else {
      present.add(metric);
    }
  }
  const metric = random.below(METRICS.length);
  if (!present.has(metric)) {
    return [changeOf(random, metric, 'added')];
  }
  return [changeOf(random, metric, present.size > 1 && random.isTrue(0.4) ? 'removed' : 'updated')];
}

function changeOf(random: Random, metric: number, type: WorldChange['type']): WorldChange {
  return {
    metric,
    type,
    severity: random.pick(SEVERITIES),
    kind: random.pick(['deviation', 'deviation', 'missing_data', null] as const),
    contribution: random.below(5),
  };
}
