import { eventAt, worldOf } from '../support/world/made';
import { Random } from '../support/world/random';
import { pointsIn, staysIn } from './points';
import {
  DAY,
  HOUR,
  MINUTE,
  READING,
  type World,
  type WorldAlert,
  type WorldChange,
  type WorldMetric,
} from '../support/world/truth';

/** Worlds in which many events are exactly on a boundary: an hour between two alerts, five minutes long, three in an hour. */

/** Alerts and time ranges begin and end five seconds after a minute. */
export const NOW = Date.UTC(2026, 10, 21, 12, 0, 5);

const LENGTHS = [4, 5, 6, 10, 59, 60].map((minutes) => minutes * MINUTE);
const GAPS = [0, 5, 9, 10, 20, 30, 55, 59, 60, 61].map((minutes) => minutes * MINUTE);
const LONG = [DAY - MINUTE, DAY, DAY + MINUTE, 48 * HOUR, 48 * HOUR + MINUTE];

/** One alert after another, backward from now, with few metrics in all, and one 20 days ago, so that there is a past. */
export function tightWorld(seed: number): World {
  return tight(new Random(seed));
}

/** The same, but metrics join later, leave, and come back. Some alerts are only about missing data. */
export function courseWorld(seed: number): World {
  const random = new Random(seed);
  const world = tight(random);
  return { ...world, alerts: world.alerts.map((alert) => withCourse(random, alert)) };
}

/** A tight world, moved back so that an alert begins or ends exactly at midnight. */
export function midnightWorld(seed: number): World {
  const random = new Random(seed);
  const { alerts, ...world } = tight(random);
  const { events, end = NaN } = random.pick(alerts.slice(0, 3));
  const by = (random.isTrue() || Number.isNaN(end) ? events[0].at : end) % DAY;
  const moved = alerts.map(({ id, events: own, ...over }): WorldAlert => ({
    id,
    events: own.map((event) => ({ ...event, at: event.at - by })),
    ...(over.end !== undefined && { end: over.end - by }),
  }));
  return { ...world, alerts: moved };
}

/** Twenty metrics, and up to ten of them in an event. Many are equally severe, and contribute equally. */
export function wideWorld(seed: number): World {
  const random = new Random(seed);
  const { metrics, alerts, ...world } = worldOf(seed, NOW);
  const more = Array.from({ length: 13 }, (_, i): WorldMetric => {
    const node = { nodeId: 20 + (i % 4), nodeName: i % 4 === 3 ? null : `host-${i % 4}` };
    return { ...metrics[i % 3], ...node, statTypeId: `m${i}`, statTypeName: null };
  });
  const widened = alerts.map(({ events, ...alert }): WorldAlert => {
    const present = new Set<number>();
    const withMore = (changes: WorldChange[]) => {
      const joining = more.map((_, i) => metrics.length + i).filter(() => random.isTrue(0.4));
      const own = joining.map((metric): WorldChange => ({
        metric,
        type: present.has(metric) ? 'updated' : 'added',
        severity: random.pick(['orange', 'red']),
        kind: 'deviation',
        contribution: random.below(2),
      }));
      joining.forEach((metric) => present.add(metric));
      return random.isTrue() ? [...changes, ...own] : [...own.reverse(), ...changes];
    };
    return { ...alert, events: events.map((event) => ({ ...event, changes: withMore(event.changes) })) };
  });
  // Verdicts need an alert that is two weeks older.
  const past = alertOf(random, 'past', NOW - 60 * DAY, NOW - 60 * DAY + HOUR, 6);
  return { ...world, metrics: [...metrics, ...more], alerts: [...widened, past], reading: READING };
}

const LATER = [1, 5, 9, 10, 30, 55, 59, 60].map((minutes) => minutes * MINUTE);

function withCourse(random: Random, { events: [first], ...alert }: WorldAlert): WorldAlert {
  const isOfMissing = random.isTrue(0.3);
  const kindOf = (change: WorldChange) => ({ ...change, kind: isOfMissing ? ('missing_data' as const) : change.kind });
  const own: WorldAlert = { ...alert, events: [{ ...first, changes: first.changes.map(kindOf) }] };
  let at = first.at;
  for (let i = random.below(5); i > 0; i--) {
    at += random.pick(LATER);
    if (at >= (own.end ?? NOW)) {
      break;
    }
    let event = eventAt(random, own, at);
    // Only a few metrics, so that they occur in several alerts.
    while (event.changes.some(({ metric }) => metric > MOST_METRICS)) {
      event = eventAt(random, own, at);
    }
    own.events.push({ ...event, changes: event.changes.map(kindOf) });
  }
  return own;
}

function tight(random: Random): World {
  const world: World = { ...worldOf(1, NOW), alerts: [], reading: READING };
  // Sometimes they begin exactly half an hour apart, so that the third begins an hour after the first.
  // Two of five minutes are as long as one of ten.
  const own = random.pick([[10 * MINUTE], [5 * MINUTE, 10 * MINUTE]]);
  const [lengths, gaps] = random.isTrue(0.3) ? [own, [20 * MINUTE]] : [LENGTHS, GAPS];
  let end = NOW - random.pick([0, 5 * MINUTE, HOUR]);
  const count = 2 + random.below(9);
  for (let i = 0; i < count; i++) {
    const start = end - (random.isTrue(0.1) ? random.pick(LONG) : random.pick(lengths));
    world.alerts.push(alertOf(random, `a${i}`, start, i === 0 && random.isTrue() ? undefined : end));
    // The previous alert begins before this one, and may end after its start.
    end = start - random.pick(gaps) + (random.isTrue(0.2) ? 2 * MINUTE : 0);
  }
  if (random.isTrue(0.3)) {
    world.alerts.push(alertOf(random, 'long', NOW - random.pick(LONG), undefined));
  }
  world.alerts.push(alertOf(random, 'past', NOW - 20 * DAY, NOW - 20 * DAY + HOUR, 6));
  return world;
}

const MOST_METRICS = 3;

function alertOf(random: Random, id: string, start: number, end: number | undefined, only?: number): WorldAlert {
  const first = eventAt(random, undefined, start);
  const place = only ?? random.below(MOST_METRICS);
  const count = only === undefined ? random.pick([1, 1, 2, 3]) : 1;
  const metrics = Array.from({ length: count }, (_, i) => (place + i) % MOST_METRICS);
  const changes = metrics.map((metric) => ({
    ...first.changes[0],
    metric,
    kind: 'deviation' as const,
    contribution: 1,
  }));
  return { id, events: [{ ...first, changes }], ...(end !== undefined && end < NOW ? { end } : {}) };
}

/** How a metric moves for a while: how far it is beyond an edge of its corridor, in widths. Negative is inside. */
const MOVES: Record<string, (share: number, minute: number, far: number) => number | undefined> = {
  calm: () => -0.3,
  plateau: (_share, _minute, far) => far,
  climb: (share, _minute, far) => far * (0.2 + share),
  return: (share, _minute, far) => far * Math.exp(-3 * share),
  dips: (_share, minute, far) => (minute % 40 < 12 ? -0.2 : far),
  spikes: (_share, minute, far) => (minute % 25 === 7 ? far : -0.4),
  // Four points inside don't end a time outside, five do.
  pulses: (_share, minute, far) => (minute % 11 === 0 || minute % 11 === 5 ? far : -0.4),
  missing: () => undefined,
  // As far below as above.
  swings: (_share, minute, far) => (minute % 40 < 20 ? far : -1 - far),
};

/** With 14 minutes inside or without data, the surrounding points are exactly 15 minutes apart. */
const STRETCHES = [3, 10, 13, 14, 15, 29, 31, 45, 90, 200, 400];

/** Alerts of all kinds. Their metrics move freely. Some metrics have lost their data, or have flat corridors. */
export function movingWorld(seed: number): World {
  const random = new Random(seed);
  const world = { ...worldOf(seed, NOW), reading: READING };
  const courses = world.metrics.map((_, metric) => {
    const stretches = Array.from({ length: random.isTrue(0.2) ? 0 : 1 + random.below(7) }, () => ({
      minutes: random.pick(STRETCHES),
      kind: random.pick(Object.keys(MOVES)),
      far: random.pick([0.3, 1, 2.5]),
    }));
    // Some have no data for most of a day. Data with points every 15 minutes is old after 45 minutes.
    const gap = random.isTrue(0.2) ? 1200 : metric === 3 ? random.pick([0, 20, 31]) : 0;
    stretches.unshift({ minutes: gap, kind: 'missing', far: 0 });
    const calm = { minutes: 1e6, kind: 'calm', far: 0 };
    const corridors = random.pick(['usual', 'usual', 'usual', 'usual', 'flat', 'none'] as const);
    return { stretches: [...stretches, calm], corridors, side: random.pick([1, -1]) };
  });
  const courseOf = (metric: number, time: number) => {
    const { stretches, corridors, side } = courses[metric];
    // Stretches are placed backward from now.
    let ago = Math.floor((NOW - time) / MINUTE);
    const { kind, minutes, far } = stretches.find((one) => (ago -= one.minutes) < 0) ?? stretches[0];
    const minute = -ago;
    const beyond = MOVES[kind](Math.min(1, minute / minutes), minute, far);
    return beyond === undefined ? undefined : { value: side * (0.5 + beyond), corridors };
  };
  return random.isTrue(0.8) ? { ...world, courseOf } : world;
}

/**
 * An alert that begins close to the time when another metric left its corridors. The other metrics are all part of a
 * second alert.
 */
export function suspectsWorld(seed: number): World {
  const random = new Random(seed);
  const world = movingWorld(seed);
  const { source } = world.metrics[0];
  const period = { from: NOW - 10 * HOUR, to: NOW };
  const left = staysIn(pointsIn(world, 1, period, NOW, source), source).flatMap(({ leftAt }) => leftAt ?? []);
  const beside = random.pick([-31, -30, -29, 0, 29, 30, 31]) * MINUTE;
  const start = Math.min((left.length > 0 ? random.pick(left) : NOW - 2 * HOUR - 5000) + beside, NOW - MINUTE);
  const changeOf = (metric: number) => ({
    metric,
    type: 'added' as const,
    severity: 'red',
    kind: 'deviation' as const,
    contribution: 1,
  });
  const own = { id: 'own', events: [{ at: start, impact: 'high', changes: [changeOf(0)] }] };
  const others = world.metrics.map((_, metric) => changeOf(metric)).slice(1);
  const all = { id: 'all', events: [{ at: start - 2 * HOUR, impact: 'low', changes: others }] };
  // One metric is outside every 25 minutes. Its last exit close to the start counts.
  const courseOf: World['courseOf'] = (metric, time) =>
    metric === 2
      ? { value: (time / MINUTE) % 25 === 0 ? 1.5 + ((time / HOUR) % 3) : 0, corridors: 'usual' }
      : world.courseOf?.(metric, time);
  return { ...world, alerts: [...world.alerts, own, all], ...(world.courseOf && { courseOf }) };
}
