import { eventAt, worldOf } from '../support/world/made';
import { Random } from '../support/world/random';
import { DAY, HOUR, MINUTE, READING, type World, type WorldAlert } from '../support/world/truth';

/** Worlds in which much happens exactly at a boundary: an hour between two alerts, five minutes long, three in an hour. */

/** Alerts begin and end five seconds after a minute; so does what is asked. */
export const NOW = Date.UTC(2026, 10, 21, 12, 0, 5);

const LENGTHS = [4, 5, 6, 10, 59, 60].map((minutes) => minutes * MINUTE);
const GAPS = [0, 5, 9, 10, 20, 30, 55, 59, 60, 61].map((minutes) => minutes * MINUTE);
const LONG = [DAY - MINUTE, DAY, DAY + MINUTE, 48 * HOUR, 48 * HOUR + MINUTE];

/** One alert after the other back from now, with metrics of few, and one of 20 days ago, so that there is a past. */
export function tightWorld(seed: number): World {
  const random = new Random(seed);
  const world: World = { ...worldOf(1, NOW), alerts: [], reading: READING };
  // Now and then they begin exactly half an hour apart: the third an hour after the first.
  const [lengths, gaps] = random.isTrue(0.3) ? [[10 * MINUTE], [20 * MINUTE]] : [LENGTHS, GAPS];
  let end = NOW - random.pick([0, 5 * MINUTE, HOUR]);
  const count = 2 + random.below(9);
  for (let i = 0; i < count; i++) {
    const start = end - (random.isTrue(0.1) ? random.pick(LONG) : random.pick(lengths));
    world.alerts.push(alertOf(random, `a${i}`, start, i === 0 && random.isTrue() ? undefined : end));
    // The one before begins before this one, and may end after its start.
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

/** How a metric moves for a while: how far it is beyond an edge of its corridor, in widths; negative inside. */
const MOVES: Record<string, (share: number, minute: number, far: number) => number | undefined> = {
  calm: () => -0.3,
  plateau: (_share, _minute, far) => far,
  climb: (share, _minute, far) => far * (0.2 + share),
  return: (share, _minute, far) => far * Math.exp(-3 * share),
  dips: (_share, minute, far) => (minute % 40 < 12 ? -0.2 : far),
  spikes: (_share, minute, far) => (minute % 25 === 7 ? far : -0.4),
  missing: () => undefined,
};

const STRETCHES = [3, 10, 29, 31, 45, 90, 200, 400];

/** Alerts of all kinds, whose metrics move as they like; some have no data any more, or corridors without width. */
export function movingWorld(seed: number): World {
  const random = new Random(seed);
  const world = { ...worldOf(seed, NOW), reading: READING };
  const courses = world.metrics.map(() => {
    const stretches = Array.from({ length: 1 + random.below(7) }, () => ({
      minutes: random.pick(STRETCHES),
      kind: random.pick(Object.keys(MOVES)),
      far: random.pick([0.3, 1, 2.5]),
    }));
    const calm = { minutes: 1e6, kind: 'calm', far: 0 };
    const corridors = random.pick(['usual', 'usual', 'usual', 'usual', 'flat', 'none'] as const);
    return { stretches: [...stretches, calm], corridors, side: random.pick([1, -1]) };
  });
  const courseOf = (metric: number, time: number) => {
    const { stretches, corridors, side } = courses[metric];
    // Stretches are placed from now back.
    let ago = Math.floor((NOW - time) / MINUTE);
    const { kind, minutes, far } = stretches.find((one) => (ago -= one.minutes) < 0) ?? stretches[0];
    const minute = -ago;
    const beyond = MOVES[kind](Math.min(1, minute / minutes), minute, far);
    return beyond === undefined ? undefined : { value: side * (0.5 + beyond), corridors };
  };
  return random.isTrue(0.8) ? { ...world, courseOf } : world;
}
