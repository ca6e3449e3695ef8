import { type Columns, NO_POINTS, upperBound, view } from './columns';
import { type Spacing } from './spacing';

/**
 * The pieces with a row without values in those gaps that a frame's one interval cannot tell: where a part of the points
 * lies farther apart than another, the gaps of the finer part may be shorter than the distances of the coarser one, and
 * its line would be drawn across them. Usually there are none, and the pieces stay as they are.
 */
export function withGapRows(pieces: readonly Columns[], { interval, gaps }: Spacing): readonly Columns[] {
  const untold = gaps.filter(({ from, to }) => to - from <= interval);
  let next = 0;
  return untold.length === 0
    ? pieces
    : pieces.flatMap((piece) => {
        const parts: Columns[] = [];
        let start = 0;
        while (next < untold.length && untold[next].from <= piece.time[piece.length - 1]) {
          const end = upperBound(piece.time, untold[next].from);
          parts.push(view(piece, start, end), rowWithout((untold[next].from + untold[next].to) / 2));
          start = end;
          next++;
        }
        return [...parts, view(piece, start, piece.length)].filter(({ length }) => length > 0);
      });
}

function rowWithout(time: number): Columns {
  return { ...NO_POINTS, length: 1, time: Float64Array.of(Math.round(time)), smoothened: Float64Array.of(NaN) };
}
