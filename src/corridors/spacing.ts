import { type Columns } from './columns';

/** How far apart points lie, and where points are missing between them. */
export interface Spacing {
  /** Milliseconds: the largest distance between neighbours that is no gap; 0 where nothing tells it. */
  interval: number;
  /** Neighbours with missing points between them: the time of the one before and of the one after. In time order. */
  gaps: Array<{ from: number; to: number }>;
}

/** Points lie up to a tenth of a step off their places: neighbours are 0.8 to 1.2 steps apart, and 1.8 is a gap. */
const TOLERANCE = 1.5;

/** So many neighbours in a row at one distance are a rhythm and no coincidence. */
const RHYTHM = 5;

/**
 * The distance at which points lie, told by the points: a metric may be stored coarser than what was asked for, some
 * services do not say so, and an old part may be coarser than a new one. Where a distance comes again and again points are
 * sparse; where it stands alone they are missing.
 *
 * @param pieces in time order
 * @param step milliseconds between points as far as the service told; it counts where the points leave it open
 */
export function spacingOf(pieces: readonly Columns[], step = 0): Spacing {
  const { least, most, count } = extremes(pieces);
  if (!(most > least * TOLERANCE)) {
    return { interval: most > 0 ? most : step, gaps: [] };
  }
  return ofOneRhythm(pieces, least * TOLERANCE, count) ?? ofSeveral(pieces, step);
}

/** Where the smallest and the largest distance are alike, which is usual, all is said. */
function extremes(pieces: readonly Columns[]) {
  let least = Infinity;
  let most = 0;
  let last = NaN;
  let count = -1;
  for (const { time, length } of pieces) {
    for (let i = 0; i < length; i++) {
      const distance = time[i] - last;
      least = distance < least ? distance : least;
      most = distance > most ? distance : most;
      last = time[i];
    }
    count += length;
  }
  return { least, most, count };
}

/** One distance and single gaps; null where longer ones follow each other, so that they may be a rhythm, too. */
function ofOneRhythm(pieces: readonly Columns[], limit: number, count: number): Spacing | null {
  const spacing: Spacing = { interval: 0, gaps: [] };
  let last = NaN;
  let inRow = 0;
  for (const { time, length } of pieces) {
    for (let i = 0; i < length; i++) {
      const distance = time[i] - last;
      if (distance > limit) {
        spacing.gaps.push({ from: last, to: time[i] });
        if (++inRow >= RHYTHM) {
          return null;
        }
      } else {
        spacing.interval = distance > spacing.interval ? distance : spacing.interval;
        inRow = 0;
      }
      last = time[i];
    }
  }
  return spacing.gaps.length * 2 < count && count >= 2 * RHYTHM ? spacing : null;
}

/** Distances in a row that are alike; `end` is exclusive. */
interface Run {
  start: number;
  end: number;
  least: number;
  most: number;
  time: number;
}

function ofSeveral(pieces: readonly Columns[], step: number): Spacing {
  const times = pieces.flatMap(({ time }) => Array.from(time));
  const distances = times.slice(1).map((time, i) => time - times[i]);
  const limits = limitsOf(distances, step);
  const spacing: Spacing = { interval: 0, gaps: [] };
  distances.forEach((distance, i) => {
    if (distance > limits[i]) {
      spacing.gaps.push({ from: times[i], to: times[i + 1] });
    } else {
      spacing.interval = Math.max(spacing.interval, distance);
    }
  });
  return { ...spacing, interval: spacing.interval || step };
}

/** For each distance the length up to which it is none over missing points. */
function limitsOf(distances: readonly number[], step: number): number[] {
  const rhythms = rhythmsOf(distances);
  if (rhythms.length === 0) {
    return distances.map(() => commonDistance(distances, step) * TOLERANCE);
  }
  const limits: number[] = [];
  let before = 0;
  for (const run of rhythms) {
    // Between two rhythms either may go on.
    const between = Math.max(before, meanOf(run)) * TOLERANCE;
    while (limits.length < run.start) {
      limits.push(between);
    }
    while (limits.length < run.end) {
      limits.push(run.most);
    }
    before = meanOf(run);
  }
  return distances.map((_, i) => limits[i] ?? before * TOLERANCE);
}

/** The runs that tell how far apart points lie: long ones, of distances that many points or much of the time have. */
function rhythmsOf(distances: readonly number[]): Run[] {
  const long = runsOf(distances).filter(
    ({ start, end }) => end - start >= RHYTHM || 2 * (end - start) > distances.length
  );
  const whole = distances.reduce((sum, distance) => sum + distance, 0);
  const kindOf = (run: Run) => Math.round(2 * Math.log2(meanOf(run)));
  const weights = new Map<number, { count: number; time: number }>();
  for (const run of long) {
    const { count, time } = weights.get(kindOf(run)) ?? { count: 0, time: 0 };
    weights.set(kindOf(run), { count: count + run.end - run.start, time: time + run.time });
  }
  return long.filter((run) => {
    const { count, time } = weights.get(kindOf(run)) ?? { count: 0, time: 0 };
    return run.end - run.start >= 4 * RHYTHM || count * 10 >= distances.length || time * 10 >= whole;
  });
}

function runsOf(distances: readonly number[]): Run[] {
  const runs: Run[] = [];
  distances.forEach((distance, i) => {
    const run = runs[runs.length - 1];
    const least = Math.min(run?.least ?? distance, distance);
    const most = Math.max(run?.most ?? distance, distance);
    if (run && most <= least * TOLERANCE) {
      Object.assign(run, { end: i + 1, least, most, time: run.time + distance });
    } else {
      runs.push({ start: i, end: i + 1, least: distance, most: distance, time: distance });
    }
  });
  return runs;
}

function meanOf({ time, start, end }: Run): number {
  return time / (end - start);
}

/** What the service told, where a fair part of the points keeps to it; else the distance in the middle. */
function commonDistance(distances: readonly number[], step: number): number {
  const kept = distances.filter((distance) => distance <= step * TOLERANCE).length;
  const sorted = [...distances].sort((a, b) => a - b);
  return kept * 4 >= distances.length ? step : sorted[(sorted.length - 1) >> 1];
}
