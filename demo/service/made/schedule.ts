import { DAY, HOUR, MINUTE } from '../time';
import { fleet } from './tenant-busy';
import { Random, seedOf } from '../random';
import * as stories from './stories';
import type { Story } from './stories';

/** A story set in time. */
export interface Occurrence {
  readonly story: Story;
  readonly from: number;
  readonly to: number;
  /** Scales how far the metrics go. */
  readonly strength: number;
}

export type Mood = 'usual' | 'busy' | 'quiet';

/** How far ahead of the demo's start there are incidents. */
const ahead = 60 * DAY;
/** Nodes rest that long between two stories, so that one alert does not run into the next. */
const rest = 4 * HOUR;

/** What goes wrong with the main tenant, `start` being the moment that the demo starts. */
export function mainSchedule(start: number, seed: number, mood: Mood): Occurrence[] {
  const calendar = new Calendar();
  const at = (story: Story, since: number, until: number) =>
    calendar.add({ story, from: start - since, to: start + until, strength: 1 });
  if (mood !== 'quiet') {
    at(stories.slowOrders, 2 * HOUR + 25 * MINUTE, 6 * HOUR);
    at(stories.coldOven, 5 * HOUR, 9 * HOUR);
    at(stories.silentBroker, 3.5 * HOUR, 5 * HOUR);
    at(stories.fraudQueue, HOUR, 3 * HOUR);
    at(stories.fillingVolume, 16 * HOUR, 40 * HOUR);
    at(stories.cacheChurn, 3 * DAY, 18 * HOUR);
    for (let day = 1; day * DAY < ahead; day++) {
      at(stories.slowOrders, 2 * HOUR - day * DAY, 5 * HOUR + day * DAY);
    }
    sprinkle(
      calendar,
      stories.everyday,
      new Random(seedOf(seed, 'ahead')),
      start + 2 * HOUR,
      start + ahead,
      3 * HOUR,
      4
    );
  }
  if (mood === 'busy') {
    fleet.nodes.forEach((node, i) => {
      const size = 1.4 + 0.07 * i;
      const parts = [{ node: node.id, metric: 'cpu', shape: 'surge', size, after: 0 } as const];
      at({ name: `hot ${node.name}`, length: 12 * HOUR, parts }, 45 * MINUTE + i * 17 * MINUTE, 10 * DAY);
    });
  }
  sprinkle(
    calendar,
    stories.everyday,
    new Random(seedOf(seed, 'past')),
    start - 89 * DAY,
    start - 8 * HOUR,
    11 * HOUR,
    1
  );
  return calendar.all;
}

/** What goes wrong with the small tenant. */
export function smallSchedule(start: number, seed: number, mood: Mood): Occurrence[] {
  const calendar = new Calendar();
  if (mood !== 'quiet') {
    calendar.add({ story: stories.smallActive, from: start - 90 * MINUTE, to: start + 5 * HOUR, strength: 1 });
    sprinkle(
      calendar,
      stories.smallEveryday,
      new Random(seedOf(seed, 'ahead')),
      start + 5 * HOUR,
      start + ahead,
      8 * HOUR,
      2
    );
  }
  sprinkle(
    calendar,
    stories.smallEveryday,
    new Random(seedOf(seed, 'past')),
    start - 80 * DAY,
    start - 8 * HOUR,
    4 * DAY,
    1
  );
  return calendar.all;
}

/** Stories one after the other, `gap` apart on the average, each `stretch` times as long as usual, more or less. */
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

/** Keeps stories on the same node apart: what comes first has the place. */
class Calendar {
  readonly all: Occurrence[] = [];

  add(occurrence: Occurrence): void {
    const nodes = new Set(occurrence.story.parts.map((part) => part.node));
    const taken = this.all.some(
      (other) =>
        other.from - rest < occurrence.to &&
        occurrence.from - rest < other.to &&
        other.story.parts.some((part) => nodes.has(part.node))
    );
    if (!taken) {
      this.all.push(occurrence);
    }
  }
}
