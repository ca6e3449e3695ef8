import { Random, seedOf } from '../random';
import { DAY, HOUR, MINUTE } from '../time';
import { Calendar, type Occurrence } from './calendar';
import type { SystemSpec } from './catalogue';
import * as everyday from './stories-everyday';
import { slowOrders } from './stories-told';
import type { Story } from './story';
import { fleet } from './tenant-busy';
import { tellWeek } from './week';

export type Mood = 'usual' | 'busy' | 'quiet';

/** How far ahead of the demo's start incidents are planned. */
const ahead = 60 * DAY;

/** A tenant's problems. `start` is when the demo starts. */
type Schedule = (catalogue: readonly SystemSpec[], start: number, seed: number, mood: Mood) => readonly Occurrence[];

/** The main tenant's problems. */
export const mainSchedule: Schedule = (catalogue, start, seed, mood) => {
  const calendar = new Calendar(catalogue);
  tellWeek(calendar, start, mood === 'quiet');
  if (mood !== 'quiet') {
    for (let day = 1; day * DAY < ahead; day++) {
      const from = start - 2 * HOUR + day * DAY;
      calendar.add({ story: slowOrders, from, to: from + 7 * HOUR, strength: 1 });
    }
    const random = new Random(seedOf(seed, 'ahead'));
    sprinkle(calendar, everyday.main, random, start + 2 * HOUR, start + ahead, 3 * HOUR, 4);
  }
  if (mood === 'busy') {
    fleet.nodes.forEach((node, i) => {
      const size = 1.4 + 0.07 * i;
      const parts = [{ node: node.id, metric: 'cpu', shape: 'surge', size, after: 0 } as const];
      const story = { name: `hot ${node.name}`, length: 12 * HOUR, parts };
      calendar.add({ story, from: start - 45 * MINUTE - i * 17 * MINUTE, to: start + 10 * DAY, strength: 1 });
    });
  }
  const random = new Random(seedOf(seed, 'past'));
  sprinkle(calendar, everyday.main, random, start - 89 * DAY, start - 8 * HOUR, 11 * HOUR, 1);
  return calendar.all;
};

/** The small tenant's problems. */
export const smallSchedule: Schedule = (catalogue, start, seed, mood) => {
  const calendar = new Calendar(catalogue);
  if (mood !== 'quiet') {
    calendar.add({ story: everyday.smallActive, from: start - 90 * MINUTE, to: start + 5 * HOUR, strength: 1 });
    sprinkle(calendar, everyday.small, new Random(seedOf(seed, 'ahead')), start + 5 * HOUR, start + ahead, 8 * HOUR, 2);
  }
  sprinkle(calendar, everyday.small, new Random(seedOf(seed, 'past')), start - 80 * DAY, start - 8 * HOUR, 4 * DAY, 1);
  return calendar.all;
};

/** Stories one after another, `gap` apart on average. Each lasts about `stretch` times as long as usual. */
function sprinkle(
  calendar: Calendar,
  from: readonly Story[],
  random: Random,
  begin: number,
  end: number,
  gap: number,
  stretch: number
): void {
  for (let time = begin + random.gap(gap); time < end; time += random.gap(gap)) {
    const story = random.pick(from);
    const parts = story.parts.slice(0, 1 + Math.floor(random.next() * story.parts.length));
    const to = time + story.length * stretch * random.between(0.6, 1.4);
    const strength = random.between(0.75, 1.35);
    if (to < end) {
      calendar.add({ story: { ...story, parts }, from: time, to, strength });
    }
  }
}
