import { type Columns, pick } from './columns';
import { isOutside, judge } from './judge';
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

/** Datapoints with what is to be drawn along with them: columns of equal length, or null if they are not wanted. */
export interface Drawn {
  columns: Columns;
  /** The values outside every corridor. */
  outlier: Float64Array | null;
  deviation: Float64Array | null;
}

/** What is drawn, and how far apart its points are, in milliseconds: Grafana breaks lines where neighbors are farther apart. */
export function drawnOf(points: Columns, drawing: Drawing): Drawn & { interval: number } {
  const spacing = spacingOf(points, drawing.step);
  const { thin: width } = drawing;
  if (!width || !isCrowded(points.length, width)) {
    return { ...withJudgment(withGapRows(points, spacing), drawing), interval: spacing.interval };
  }
  const rows = thin(points, drawing.deviation, width);
  const interval = Math.max(spacing.interval, Math.ceil((width.to - width.from) / width.pixels));
  return { ...withJudgment(pick(points, rows), drawing), interval };
}

function withJudgment(columns: Columns, { outliers, deviation: isWanted }: Drawing): Drawn {
  if (!outliers && !isWanted) {
    return { columns, outlier: null, deviation: null };
  }
  const { distance, deviation } = judge(columns);
  const outlier = columns.smoothened.map((value, row) => (isOutside(distance[row]) ? value : NaN));
  return { columns, outlier: outliers ? outlier : null, deviation: isWanted ? deviation : null };
}
