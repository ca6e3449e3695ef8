import { type Granularity, STEP } from './granularity';
import { Series } from './series';

/** Points kept over all series: at 64 bytes each, 128 MB. */
const POINT_BOUND = 2_000_000;

/** What a metric's answers have taught about the granularities it takes. */
export interface Knowledge {
  /** Step of the underlying series in milliseconds (interface: sourceGranularity). */
  source: number | null;
  accepted: Set<Granularity>;
  refused: Set<Granularity>;
  /** It refused every granularity: perhaps there is no such metric, and one try is enough to find out. */
  unknown: boolean;
}

/** The range store of one data source: series by key, the least recently used leave when the bound is reached. */
export class Store {
  private readonly series = new Map<string, Series>();
  private readonly known = new Map<string, Knowledge>();

  constructor(private readonly bound = POINT_BOUND) {}

  /** The series of that key, made where there is none; from now on it is the most recently used. */
  open(key: string): Series {
    const series = this.series.get(key) ?? new Series();
    this.series.delete(key);
    this.series.set(key, series);
    return series;
  }

  /** To be called when a series has grown: drops the least recently used others while there are too many points. */
  trim(grown: Series) {
    let { points } = this;
    for (const [key, series] of this.series) {
      if (points <= this.bound) {
        return;
      }
      if (series !== grown) {
        this.series.delete(key);
        points -= series.points;
      }
    }
  }

  knowledge(metric: string): Knowledge {
    const known: Knowledge = this.known.get(metric) ?? {
      source: null,
      accepted: new Set(),
      refused: new Set(),
      unknown: false,
    };
    this.known.set(metric, known);
    return known;
  }

  /** Points kept, over all series. */
  get points(): number {
    return [...this.series.values()].reduce((sum, series) => sum + series.points, 0);
  }

  clear() {
    this.series.clear();
    this.known.clear();
  }
}

/**
 * The granularities worth a try for `auto`, starting from `chosen`: those that the metric has refused, or that are finer
 * than its source, are left out; 1h always stays.
 */
export function worthTrying(chosen: Granularity, candidates: readonly Granularity[], known: Knowledge): Granularity[] {
  const possible = candidates.filter((granularity) => STEP[granularity] >= STEP[chosen]);
  const worth = possible.filter(
    (granularity) => !known.refused.has(granularity) && (known.source === null || STEP[granularity] >= known.source)
  );
  return worth.length > 0 && !known.unknown ? worth : possible.slice(-1);
}
