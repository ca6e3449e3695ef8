import { DAY, HOUR, MINUTE, type World, type WorldAlert } from '../support/world/truth';
import { inOrder, isActive, type Period } from './oracle';
import { pointsIn } from './points';
import { finePoints, storyPeriod, stayIncluding, told } from './story';

/** How metrics and alerts ended: either a value returned to its usual level, or the corridors moved to it. */

type EndedBy = 'recovered' | 'relearned' | null;

const WEEK = 7 * DAY;

interface Usual {
  value: number;
  up: number;
  down: number;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

/** Medians over the points with a corridor that isn't flat. Null if these are fewer than two, or cover a shorter time. */
function usualOf(points: ReturnType<typeof pointsIn>, shortest: number): Usual | null {
  const judged = points.flatMap(({ time, smoothened, corridors: { main } }) =>
    main && main.up !== main.down ? [{ time, value: smoothened, ...main }] : []
  );
  if (judged.length < 2 || judged[judged.length - 1].time - judged[0].time < shortest) {
    return null;
  }
  const of = (name: keyof Usual) => median(judged.map((one) => one[name]));
  return { value: of('value'), up: of('up'), down: of('down') };
}

const isInside = (value: number, { up, down }: Usual) => value >= down && value <= up;

/** How a metric of an alert came back. Null if it is still outside, or if that is unclear. */
export function endedBy(world: World, alert: WorldAlert, metric: number, now: number): EndedBy {
  const period = storyPeriod(alert, now);
  const story = told(world, metric, period, now);
  const back = story?.state === 'inside' ? story.last?.backAt : null;
  const points = finePoints(world, metric, period, now);
  const end = points.at(-1)?.time ?? NaN;
  if (!story?.last || !back) {
    return null;
  }
  const since = { from: Math.max(back, end - 2 * HOUR), to: end };
  const present = usualOf(
    points.filter(({ time }) => time >= since.from && time <= since.to),
    0
  );
  const left = (stayIncluding(world, alert, metric, now) ?? story.last).from;
  const weeks = weeksBefore(world, metric, (since.from + since.to) / 2, left, now);
  if (!present || !isInside(present.value, present) || weeks.length < 2) {
    return null;
  }
  const [one, other] = weeks;
  const width = ({ up, down }: Usual) => up - down;
  const apart = Math.max(Math.abs(one.up - other.up), Math.abs(one.down - other.down));
  if (apart > Math.min(width(one), width(other))) {
    return null;
  }
  const outside = ({ up, down }: Usual) => Math.max(present.value - up, down - present.value);
  if (weeks.every((week) => outside(week) > width(week) / 2)) {
    return 'relearned';
  }
  return weeks.every((week) => isInside(present.value, week)) ? 'recovered' : null;
}

/** The same two hours of the two weeks before it left, moved to their place in these weeks. At least an hour must be known. */
function weeksBefore(world: World, metric: number, middle: number, left: number, now: number): Usual[] {
  const times = Array.from({ length: 10 }, (_, week) => middle - week * WEEK).filter((time) => time <= left);
  return times.slice(0, 2).flatMap((time) => {
    const from = Math.min(Math.max(time - HOUR, left - 2 * WEEK), left - 2 * HOUR);
    const period: Period = { from, to: from + 2 * HOUR };
    const usual = usualOf(pointsIn(world, metric, period, now, 15 * MINUTE), HOUR);
    return usual ? [usual] : [];
  });
}

/** For an alert that has ended: relearned if at least one metric is, recovered if all are. */
export function alertEndedBy(world: World, alert: WorldAlert, now: number): EndedBy {
  if (isActive(alert, now)) {
    return null;
  }
  const all = inOrder(alert).map((metric) => endedBy(world, alert, metric, now));
  return all.includes('relearned') ? 'relearned' : all.every((one) => one === 'recovered') ? 'recovered' : null;
}
