import { t } from '@grafana/i18n';
import { groupBy, maxBy, min, orderBy } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { type Judged } from '../../ground/judge';
import { distinctNames } from '../../ground/frameNames';
import { GRANULARITIES, STEP } from '../../ground/granularity';
import { down, type Span, DAY, HOUR } from '../../ground/spans';
import { type Candidate } from './metrics';
import { type DeviationsQuery, type Order } from './models';

type LaneBy = DeviationsQuery['by'];

/** How far outside a metric was over time. */
export interface Measured {
  /** One value per bucket: the deviation furthest from 0, in widths of the main corridor. 0 inside, null if unknown. */
  values: Array<number | null>;
  /** Milliseconds between points. 0 without any. */
  step: number;
}

/** The same for a metric, or the worst of a node or system. The step is the shortest of its metrics. */
export interface Lane extends Measured {
  /** The metric, or the metrics of the node or system. */
  candidates: Candidate[];
}

export interface NamedLane extends Lane {
  /** See `laneNamesOf`. */
  name: string;
}

/**
 * The lanes of a query in the requested order: by the share of buckets outside, or first by their peak, or by the start of
 * their newest stretch outside. Then by name. Metrics with points but without a deviation have no lane. Metrics without
 * points have an empty one at the end.
 */
export function lanesOf(
  sources: ReadonlyArray<Measured & { candidate: Candidate }>,
  by: LaneBy,
  sort: Order = 'longest'
): NamedLane[] {
  const hasLane = ({ values, step }: Measured) => step === 0 || values.some((value) => value !== null);
  const groups = groupBy(sources.filter(hasLane), ({ candidate }) => JSON.stringify(labelsOf(candidate, by)));
  const valuesOf = (members: readonly Measured[]) =>
    members[0].values.map((value, i) =>
      members.length === 1 ? value : furthestOf(members.map(({ values }) => values[i]))
    );
  const lanes = Object.values(groups).map((members): Lane => ({
    candidates: members.map(({ candidate }) => candidate),
    values: valuesOf(members),
    step: min(members.map(({ step }) => step).filter((step) => step > 0)) ?? 0,
  }));
  const figures: Record<Order, Array<keyof ReturnType<typeof figuresOf>>> = {
    longest: ['share', 'peak'],
    furthest: ['peak', 'share'],
    newest: ['began', 'share', 'peak'],
  };
  const names = laneNamesOf(lanes, by);
  const ranked = lanes
    .map((lane, i) => ({ lane: { ...lane, name: names[i] }, ...figuresOf(lane) }))
    .sort((a, b) => a.lane.name.localeCompare(b.lane.name));
  return orderBy(
    ranked,
    figures[sort],
    figures[sort].map(() => 'desc' as const)
  ).map(({ lane }) => lane);
}

/** The known value that is furthest from 0. */
function furthestOf(values: ReadonlyArray<number | null>): number | null {
  return maxBy(values, (value) => (value === null ? -1 : Math.abs(value))) ?? null;
}

/** By name or ID. If that is not unique, also with the ID. */
export function laneNamesOf(lanes: readonly Lane[], by: LaneBy): string[] {
  return distinctNames(
    lanes,
    ({ candidates: [one] }) => nameOf(one, by),
    ({ candidates: [one] }) => Object.values(labelsOf(one, by)).reverse().join(' · ')
  );
}

function nameOf(candidate: Candidate, by: LaneBy): string {
  const { nodeId, nodeName, systemId, systemName } = candidate;
  switch (by) {
    case 'metric':
      return metricTitle(candidate);
    case 'node':
      return nodeName || nodeId;
    case 'system':
      return systemName || (systemId ?? t('report.no-system', 'no system'));
  }
}

/** The IDs that identify a lane. */
export function labelsOf({ nodeId, metricId, systemId }: Candidate, by: LaneBy): Record<string, string> {
  switch (by) {
    case 'metric':
      return { node_id: nodeId, metric_id: metricId };
    case 'node':
      return { node_id: nodeId };
    case 'system':
      return { system_id: systemId ?? '' };
  }
}

/**
 * The deviation furthest from 0 in each bucket. Points outside all buckets do not count.
 *
 * @param step milliseconds between points
 */
export function measured({ judged, step }: { judged: Judged; step: number }, buckets: Buckets): Measured {
  return { values: bucketed(judged, buckets), step: judged.length > 0 ? step : 0 };
}

function bucketed({ time, deviation }: Judged, { start, width, count }: Buckets): Array<number | null> {
  const values: Array<number | null> = Array.from({ length: count }, () => null);
  deviation.forEach((value, row) => {
    const bucket = Math.floor((time[row] - start) / width);
    if (Number.isNaN(value) || bucket < 0 || bucket >= count) {
      return;
    }
    const before = values[bucket];
    if (before === null || Math.abs(value) > Math.abs(before)) {
      // Not -0, which a table would show.
      values[bucket] = value === 0 ? 0 : value;
    }
  });
  return values;
}

/** The figures that determine the order: the share of known buckets that are outside, below 0 without any, and the maximum. */
function figuresOf({ values }: Lane) {
  let [known, outside, peak, began] = [0, 0, 0, -1];
  let isOutside = false;
  values.forEach((value, bucket) => {
    if (value === null) {
      return;
    }
    known++;
    if (value !== 0) {
      outside++;
      peak = Math.max(peak, Math.abs(value));
      began = isOutside ? began : bucket;
    }
    isOutside = value !== 0;
  });
  /** `began`: the bucket in which its newest stretch outside begins. Buckets without points don't end a stretch. */
  return { share: known === 0 ? -1 : outside / known, peak, began };
}

/** The maximum of buckets in a lane. */
export const MOST_BUCKETS = 200;

/** The granularities of the interface, and wider ones for longer ranges. In milliseconds. */
const WIDTHS = [...GRANULARITIES.map((granularity) => STEP[granularity]), 4 * HOUR, DAY];

/** Buckets of equal width. */
export interface Buckets {
  /** Milliseconds. */
  width: number;
  /** The start of the first bucket in epoch milliseconds: a multiple of the width, at or before the range's start. */
  start: number;
  count: number;
}

/** The buckets of a range, with the finest width that gives at most 200. None begins at the range's end. */
export function bucketsOf(range: Span): Buckets {
  const fitting = WIDTHS.map((width) => bucketsAt(range, width)).find(({ count }) => count <= MOST_BUCKETS);
  if (fitting) {
    return fitting;
  }
  let days = 2;
  while (bucketsAt(range, days * DAY).count > MOST_BUCKETS) {
    days *= 2;
  }
  return bucketsAt(range, days * DAY);
}

function bucketsAt({ from, to }: Span, width: number): Buckets {
  const start = down(from, width);
  return { width, start, count: Math.max(1, Math.ceil((to - start) / width)) };
}
