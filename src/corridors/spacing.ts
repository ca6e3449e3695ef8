import { type Columns, NO_POINTS, upperBound, view } from './columns';

/** How far apart points are, and where points are missing between them. */
interface Spacing {
  /** Milliseconds: the largest distance between neighbors that is no gap; 0 if nothing shows it. */
  interval: number;
  /** Neighbors with missing points between them: the time of the one before and of the one after. In time order. */
  gaps: Array<{ from: number; to: number }>;
}

/** Points are up to a tenth of a step off their places: neighbors are 0.8 to 1.2 steps apart, and 1.8 is a gap. */
const TOLERANCE = 1.5;

/** This many distances on either side show what is usual at a place. */
const AROUND = 10;

/**
 * How far apart points are, shown by the points: a metric may be stored coarser than what was requested, some services do
 * not say so, and an old part may be coarser than a new one. A distance is a gap if it is much longer than the median of
 * those around it.
 *
 * @param pieces in time order
 * @param step milliseconds between points as far as the service told; it counts if there are fewer than two points
 */
export function spacingOf(pieces: readonly Columns[], step = 0): Spacing {
  const distances = distancesOf(pieces);
  if (distances.length === 0) {
    return { interval: step, gaps: [] };
  }
  const shortest = distances.reduce((least, distance) => Math.min(least, distance));
  const gaps: Spacing['gaps'] = [];
  let interval = 0;
  let time = pieces.find(({ length }) => length > 0)?.time[0] ?? 0;
  distances.forEach((distance, i) => {
    // Nearly always all distances are alike, and nothing has to be sorted.
    if (distance > shortest * TOLERANCE && distance > medianAround(distances, i) * TOLERANCE) {
      gaps.push({ from: time, to: time + distance });
    } else {
      interval = Math.max(interval, distance);
    }
    time += distance;
  });
  return { interval, gaps };
}

function distancesOf(pieces: readonly Columns[]): Float64Array {
  const distances = new Float64Array(
    Math.max(
      0,
      pieces.reduce((sum, { length }) => sum + length, -1)
    )
  );
  let last = NaN;
  let i = -1;
  for (const { time } of pieces) {
    for (const at of time) {
      distances[i++] = at - last;
      last = at;
    }
  }
  return distances;
}

/** Of an even number the shorter one of the two in the middle. */
function medianAround(distances: Float64Array, place: number): number {
  const around = distances.slice(Math.max(0, place - AROUND), place + AROUND + 1).sort();
  return around[(around.length - 1) >> 1];
}

/**
 * The pieces with a row without values in those gaps that a frame's one interval cannot show: if one part of the points is
 * sparser than another, gaps of the finer part may be shorter than distances of the coarser one, and its line would be
 * drawn across them. Usually there are none, and the pieces stay as they are.
 */
export function withGapRows(pieces: readonly Columns[], { interval, gaps }: Spacing): readonly Columns[] {
  const hidden = gaps.filter(({ from, to }) => to - from <= interval);
  let next = 0;
  return hidden.length === 0
    ? pieces
    : pieces.flatMap((piece) => {
        const parts: Columns[] = [];
        let start = 0;
        while (next < hidden.length && hidden[next].from <= piece.time[piece.length - 1]) {
          const end = upperBound(piece.time, hidden[next].from);
          parts.push(view(piece, start, end), rowWithout((hidden[next].from + hidden[next].to) / 2));
          start = end;
          next++;
        }
        return [...parts, view(piece, start, piece.length)].filter(({ length }) => length > 0);
      });
}

function rowWithout(time: number): Columns {
  return { ...NO_POINTS, length: 1, time: Float64Array.of(Math.round(time)), smoothened: Float64Array.of(NaN) };
}
