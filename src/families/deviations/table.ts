import { type DataFrame, DataFrameType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { nullMapping } from '../../table/words';
import { type Snapshot } from '../../facts/snapshot';
import { metricTitle } from '../../facts/titles';
import { hasCorridor } from '../../ground/columns';
import { type DeviationLimits } from '../../ground/fields';
import { judge, type Judged, withoutMinor } from '../../ground/judge';
import { pointsOf } from '../../ground/spacing';
import { leftOutSpan, readingNotices } from '../../judging/readingNotices';
import {
  type Column,
  countColumn,
  metricColumns,
  minuteColumn,
  scoreColumn,
  tableFrame,
  timeColumn,
} from '../../table/frame';
import { type LinkPlace } from '../../table/links';
import { distanceColumn, type DistanceGraph, mappedColumn, resolutionColumn } from '../../table/columns';
import { isFilled } from '../../ground/shapes';
import { distinctNames } from '../../ground/frameNames';
import { type Candidate, type MetricRead, metricsMissing } from './metrics';
import { type DeviationsQuery, type Order } from './models';

/** How far a metric was outside its corridors in a range. */
interface Deviation {
  /** 0 to 1, of the points with a corridor. Null if no point has one. */
  outsideShare: number | null;
  /** The deviation furthest from 0, in widths of the main corridor. Null if unknown. */
  worst: number | null;
  /** Epoch milliseconds of the last point outside all corridors. */
  lastOutside: number | null;
  /** The number of points in the range. */
  points: number;
}

/**
 * The points of a metric, and how far each is outside. @returns `step`: milliseconds between them; `unmarked`: how many
 * points outside the limits leave out
 */
export function judgedOf(snapshot: Pick<Snapshot, 'columns' | 'step'>, limits?: DeviationLimits) {
  const { columns, step } = pointsOf(snapshot);
  const judged = judge(columns);
  return limits ? { ...withoutMinor(judged, limits), step } : { judged, unmarked: 0, step };
}

/** Whether there are points, or there will be none. */
export function isMeasured(snapshot: Snapshot | null, failure: unknown): snapshot is Snapshot {
  return snapshot !== null && (snapshot.points > 0 || (!snapshot.isFetching && !failure));
}

/** The row of a metric with data. Undefined for others. */
export function rowOf({ candidate, snapshot, failure }: MetricRead, limits?: DeviationLimits): RankedRow | undefined {
  if (!isMeasured(snapshot, failure)) {
    return undefined;
  }
  const { judged, step } = judgedOf(snapshot, limits);
  const graph = { snapshot, from: snapshot.range.from };
  return { ...candidate, ...deviationOf(judged), resolution: judged.length > 0 ? step : null, graph };
}

/** Notices about missing data, once all metrics are read. */
export function missingNotices(reads: readonly MetricRead[], timeZone: string): QueryResultMetaNotice[] {
  const cut = reads.flatMap(({ snapshot }) => snapshot?.leftOut ?? [])[0];
  const read = reads.flatMap(({ candidate, snapshot, failure }) =>
    snapshot && snapshot.points > 0
      ? [{ name: metricTitle(candidate), snapshot, missing: [], isBare: !failure && !hasCorridor(snapshot.columns) }]
      : []
  );
  return [...(cut ? [leftOutSpan(cut, timeZone)] : []), ...metricsMissing(reads), ...readingNotices(read, timeZone)];
}

function deviationOf({ length, time, distance, deviation }: Judged): Deviation {
  let judged = 0;
  let outside = 0;
  let lastOutside: number | null = null;
  let worst: number | null = null;
  for (let i = 0; i < length; i++) {
    if (!Number.isNaN(distance[i])) {
      judged++;
      if (distance[i] !== 0) {
        outside++;
        lastOutside = time[i];
      }
    }
    const widths = deviation[i];
    if (!Number.isNaN(widths) && (worst === null || Math.abs(widths) > Math.abs(worst))) {
      worst = widths;
    }
  }
  return { outsideShare: judged === 0 ? null : outside / judged, worst, lastOutside, points: length };
}

type Ranked = Pick<Deviation, 'outsideShare' | 'worst' | 'lastOutside'>;

/** An order for `sort`: the largest share first, or the furthest, or the latest, then by the other two. */
export function firstBy(order: Order): (a: Ranked, b: Ranked) => number {
  const longest = (a: Ranked, b: Ranked) => (b.outsideShare ?? -1) - (a.outsideShare ?? -1);
  const furthest = (a: Ranked, b: Ranked) => Math.abs(b.worst ?? 0) - Math.abs(a.worst ?? 0);
  const newest = (a: Ranked, b: Ranked) => (b.lastOutside ?? 0) - (a.lastOutside ?? 0);
  const first = { longest, furthest, newest }[order];
  return (a, b) => first(a, b) || longest(a, b) || furthest(a, b) || newest(a, b);
}

export interface RankedRow extends Candidate, Deviation {
  /** Milliseconds between its points. Null without any. */
  resolution: number | null;
  /** Its points. */
  graph: DistanceGraph;
  /** For a suspect: when it left its corridors or fell silent, in epoch milliseconds. */
  leftAt?: number | null;
  change?: Change;
}

/** How a suspect changed. */
export type Change = 'above' | 'below' | 'silent';

/** Frames of `deviations`. Suspects have columns for when and how they changed. */
export function deviationsTable(
  rows: readonly RankedRow[],
  place: LinkPlace,
  { suspectsOf, distance, names, nameOf }: Pick<DeviationsQuery, 'suspectsOf' | 'distance' | 'names' | 'nameOf'>
): DataFrame {
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, rows);
  const ofMetric = isFilled(names) && nameOf === 'metric' ? (metricName.links ?? []).slice(0, 1) : [];
  const columns: Array<Column<RankedRow>> = [
    metricName,
    // Rows of one metric differ by their node, so it also opens the metric.
    { ...nodeName, links: [...ofMetric, ...(nodeName.links ?? [])] },
    systemName,
    shareColumn(),
    worstColumn(),
    timeColumn('lastOutside', (row) => row.lastOutside),
    countColumn('points', (row) => row.points, { width: 80 }),
    nodeId,
    metricId,
    systemId,
    resolutionColumn((row) => row.resolution, rows),
  ];
  if (distance) {
    columns.push(distanceColumn(({ graph }) => graph));
  }
  if (isFilled(suspectsOf)) {
    const changes: Record<Change, string> = {
      above: t('deviations.above', 'above'),
      below: t('deviations.below', 'below'),
      silent: t('deviations.change-silent', 'silent'),
    };
    columns.push(
      minuteColumn('leftAt', (row) => row.leftAt ?? null, place.now),
      mappedColumn('change', (row) => row.change ?? null, changes)
    );
  }
  return tableFrame(t('type.deviations', 'Deviations'), rows, columns, DataFrameType.NumericLong);
}

/** The columns with the names of the metric. An ID follows a name that several metrics, nodes, or systems share. */
export function nameColumns<R extends Candidate>(place: LinkPlace, rows: readonly R[]) {
  const apart = (of: 'metric' | 'node' | 'system') =>
    distinctNames(
      rows,
      (row) => row[`${of}Name`] || (row[`${of}Id`] ?? ''),
      (row) => row[`${of}Id`] ?? ''
    );
  const [metrics, nodes, systems] = [apart('metric'), apart('node'), apart('system')];
  const named = rows.map((row, i) => ({
    ...row,
    metricName: row.metricName && metrics[i],
    nodeName: row.nodeName && nodes[i],
    systemName: row.systemName && systems[i],
  }));
  const shown = new Map(rows.map((row, i) => [row, named[i]]));
  const metricOf = (row: R) => shown.get(row) ?? row;
  // Links have the service's names.
  return metricColumns<R>(place, rows, metricOf, (metric) => ({ metric }));
}

function shareColumn(): Column<RankedRow> {
  const cellOptions = { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' };
  return scoreColumn('outsideShare', (row) => row.outsideShare, {
    width: 140,
    config: {
      unit: 'percentunit',
      decimals: 0,
      min: 0,
      max: 1,
      color: { mode: 'fixed', fixedColor: 'text' },
      // A row without a share has no points.
      mappings: [nullMapping({ text: t('deviations.no-data', 'No data') })],
      custom: { cellOptions },
    },
  });
}

function worstColumn(): Column<RankedRow> {
  const description = t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths');
  return scoreColumn('worst', (row) => row.worst, { width: 100, description, config: { decimals: 1 } });
}
