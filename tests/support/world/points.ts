import { chanceOf } from './random';
import { HOUR, MINUTE, troublesOf, type World } from './truth';

/** Metric data of the world: values are in their corridors, and outside while the metric is part of an alert. */

const BASE = 100;
const WIDTH = 20;

/** The points of a metric in a range, as v1 or v2 shows them. `at` is now. */
export function pointsOf(world: World, metric: number, range: { from: number; to: number; step: number; at: number }) {
  const { from, to, at } = range;
  const step = Math.max(range.step, world.metrics[metric].source);
  const newest = at - world.reading.lag;
  const troubles = troublesOf(world, metric);
  const isTroubled = (time: number) => troubles.some(([start, end]) => time >= start && time < end);
  const points = [];
  for (let time = Math.ceil(from / step) * step; time <= Math.min(to, newest); time += step) {
    const until = Math.min(newest, time + step - MINUTE);
    const point = world.courseOf
      ? courseAt(world.courseOf, metric, time, until)
      : pointAt(metric, time, until, isTroubled);
    if (point && (time < to || world.reading.includesTo)) {
      points.push({ time, ...point });
    }
  }
  return points;
}

/** A point for the time up to `until`. In a step that is not over, the newest minute decides. */
function pointAt(metric: number, time: number, until: number, isTroubled: (time: number) => boolean) {
  const minute = Math.floor(until / MINUTE) * MINUTE;
  const middle = BASE + 10 * Math.sin(time / (4 * HOUR) + metric);
  const noise = (chanceOf(metric, minute / MINUTE) - 0.5) * WIDTH * 0.8;
  const distance = isTroubled(minute) ? WIDTH * (metric % 2 === 0 ? 1.6 : -1.4) : 0;
  return {
    smoothened: middle + noise + distance,
    corridors: {
      main: { up: middle + WIDTH / 2, down: middle - WIDTH / 2 },
      sup: metric % 3 === 0 ? { up: middle + WIDTH * 0.75, down: middle + WIDTH / 2 } : null,
      inf: Math.sin(time / HOUR) < -0.5 ? { up: middle - WIDTH / 2, down: middle - WIDTH * 0.75 } : null,
    },
  };
}

/** The newest minute with data decides. */
function courseAt(courseOf: NonNullable<World['courseOf']>, metric: number, time: number, until: number) {
  let minute = Math.floor(until / MINUTE) * MINUTE;
  let course = courseOf(metric, minute);
  while (!course && minute > time) {
    minute -= MINUTE;
    course = courseOf(metric, minute);
  }
  if (!course) {
    return undefined;
  }
  const half = course.corridors === 'flat' ? 0 : WIDTH / 2;
  const middle = BASE + (course.level ?? 0) * WIDTH;
  const main = course.corridors === 'none' ? null : { up: middle + half, down: middle - half };
  return { smoothened: middle + course.value * WIDTH, corridors: { main, sup: null, inf: null } };
}
