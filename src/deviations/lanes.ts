import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { spacingOf } from '../corridors/spacing';
import { type Buckets } from './buckets';
import { type Candidate } from './candidates';
import { type DeviationsQuery } from './models';

export type LaneBy = DeviationsQuery['by'];

/** What was read of a metric. */
export interface LaneSource {
  candidate: Candidate;
  columns: readonly Columns[];
  /** Milliseconds between points as far as the service told. */
  step: number;
}

/** How far outside a metric, or the worst of a node or system, was over time. */
export interface Lane {
  /** Of a metric itself, of a node or system those of its metrics that have points. */
  candidates: Candidate[];
  /** A value per bucket: the deviation farthest from 0, in widths of the main corridor; 0 inside, null where none can be told. */
  values: Array<number | null>;
  /** Whose deviation it is, as a place in `candidates`; -1 where there is none. */
  worst: number[];
  /** Milliseconds between points, of the metric where they lie closest. */
  step: number;
}

/**
 * The lanes of a query, worst first: by the share of their buckets that are outside, then by their peak. Metrics without
 * any deviation in the range have none.
 */
export function lanesOf(sources: readonly LaneSource[], buckets: Buckets, by: LaneBy): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { candidate, columns, step } of sources) {
    const values = bucketed(columns, buckets);
    if (values.every((value) => value === null)) {
      continue;
    }
    const key = keyOf(candidate, by);
    const lane = lanes.get(key) ?? {
      candidates: [],
      values: values.map(() => null),
      worst: values.map(() => -1),
      step: Infinity,
    };
    lane.step = Math.min(lane.step, spacingOf(columns, step).interval);
    const place = lane.candidates.push(candidate) - 1;
    values.forEach((value, i) => {
      const before = lane.values[i];
      if (value !== null && (before === null || Math.abs(value) > Math.abs(before))) {
        lane.values[i] = value;
        lane.worst[i] = place;
      }
    });
    lanes.set(key, lane);
  }
  return [...lanes.values()]
    .map((lane) => ({ lane, ...severityOf(lane) }))
    .sort((a, b) => b.share - a.share || b.peak - a.peak)
    .map(({ lane }) => lane);
}

/** In each bucket the deviation farthest from 0. Points outside all buckets do not count. */
export function bucketed(columns: readonly Columns[], { start, width, count }: Buckets): Array<number | null> {
  const values: Array<number | null> = Array.from({ length: count }, () => null);
  for (const piece of columns) {
    const { deviation } = judge(piece, true);
    for (let i = 0; deviation && i < piece.length; i++) {
      const value = deviation[i];
      const bucket = Math.floor((piece.time[i] - start) / width);
      if (Number.isNaN(value) || bucket < 0 || bucket >= count) {
        continue;
      }
      const before = values[bucket];
      if (before === null || Math.abs(value) > Math.abs(before)) {
        // Not -0, which a table would show.
        values[bucket] = value === 0 ? 0 : value;
      }
    }
  }
  return values;
}

/** The share of the buckets with a value that are outside, and how far it went. */
function severityOf({ values }: Lane): { share: number; peak: number } {
  const known = values.filter((value) => value !== null);
  const outside = known.filter((value) => value !== 0);
  return {
    share: outside.length / known.length,
    peak: outside.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  };
}

function keyOf({ nodeId, metricId, systemId }: Candidate, by: LaneBy): string {
  return JSON.stringify(by === 'metric' ? [nodeId, metricId] : by === 'node' ? nodeId : systemId);
}
