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
