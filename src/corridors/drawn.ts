import { type Columns, pick, pickColumn } from './columns';
import { isOutside, judge, outlierRows } from './judge';
import { spacingOf, withGapRows } from './spacing';
import { isCrowded, thin, type Width } from './thin';

/** Which points are to be drawn, and what along with them. */
export interface Drawing {
  outliers: boolean;
  deviation: boolean;
  /** Milliseconds between the points as far as the service told; see `spacingOf`. */
  step?: number;
  /** Thins for that many pixels; no thinning without it. */
  thin?: Width;
}

/** Datapoints with what is to be drawn along with them. */
export interface Piece {
  length: number;
  columns: Columns;
  /** Rows of values outside every corridor. */
  outliers: ArrayLike<number>;
  deviation: Float64Array | null;
}

/**
 * What is drawn of the pieces, and how far apart its points lie, in milliseconds: Grafana breaks lines where neighbours
 * lie farther apart.
 */
export function drawnOf(
  pieces: readonly Columns[],
  points: number,
  drawing: Drawing
): { drawn: Piece[]; interval: number } {
  const { thin: width, step } = drawing;
  const spacing = spacingOf(pieces, step);
  if (width && isCrowded(points, width)) {
    const interval = Math.max(spacing.interval, Math.ceil((width.to - width.from) / width.pixels));
    return { drawn: pieces.map((columns) => thinned(columns, width, drawing)), interval };
  }
  const drawn = withGapRows(pieces, spacing).map((columns) => undiminished(columns, drawing));
  return { drawn, interval: spacing.interval };
}

function undiminished(columns: Columns, { outliers, deviation }: Drawing): Piece {
  return {
    length: columns.length,
    columns,
    outliers: outliers ? outlierRows(columns) : [],
    deviation: deviation ? judge(columns, true).deviation : null,
  };
}

function thinned(columns: Columns, width: Width, { outliers, deviation: withDeviation }: Drawing): Piece {
  const { distance, deviation } = judge(columns, withDeviation);
  const rows = thin(columns, distance, deviation ? [deviation] : [], width);
  return {
    length: rows.length,
    columns: pick(columns, rows),
    outliers: outliers ? placesOutside(distance, rows) : [],
    deviation: deviation && pickColumn(deviation, rows),
  };
}

/** Where among `rows` those are that lie outside every corridor. */
function placesOutside(distance: Float64Array, rows: Uint32Array): Uint32Array {
  return rows.map((_, place) => place).filter((place) => isOutside(distance[rows[place]]));
}
