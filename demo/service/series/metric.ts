import type { components } from '../schema';
import type { Columns } from './columns';

export type Aggregation = components['schemas']['Aggregation'];
export type MetricType = components['schemas']['AnomalyItemMetric']['metric_type'];

export interface System {
  readonly id: number;
  readonly name: string;
}

export interface Node {
  readonly id: number;
  /** Null if the service doesn't know it. The anomaly family, where a name is never null, shows the ID. */
  readonly name: string | null;
  readonly system: System;
  /** The alerts family shows no system for it. */
  readonly detached?: boolean;
  /** IDs of the nodes that are affected if something is wrong here. */
  readonly linked: readonly number[];
}

export interface Metric {
  readonly node: Node;
  readonly id: string;
  readonly name: string | null;
  readonly metricType: MetricType;
  readonly aggregation: Aggregation;
  /** 0 to 1: its weight in an alert's score. */
  readonly weight: number;
  readonly series: Series;
}

export interface Series {
  /** Milliseconds between points: one, 15, or 60 minutes. */
  readonly step: number;
  /** Its timestamps are off by up to this many milliseconds, default 0. */
  readonly jitter?: number;
  /** When ingestion began. */
  readonly begins: number;
  /** The start of the baseline, and therefore of data points. */
  readonly baselineFrom: number;
  /**
   * The points with steps that start from `from` to `to`, both included. It has no clock: the caller limits the range to
   * now.
   */
  read(from: number, to: number): Columns;
  /** Only the corridors, with `values` all NaN. Also for future times. */
  corridors(from: number, to: number, step: number): Columns;
}
