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
  /** null if the service does not know it; the anomaly family, where a name is never null, shows the id. */
  readonly name: string | null;
  readonly system: System;
  /** The alerts family shows no system for it. */
  readonly detached?: boolean;
  /** Ids of the nodes that feel it when something is wrong here. */
  readonly linked: readonly number[];
}

export interface Metric {
  readonly node: Node;
  readonly id: string;
  readonly name: string | null;
  readonly metricType: MetricType;
  readonly aggregation: Aggregation;
  /** 0 to 1: how much an alert's score cares. */
  readonly weight: number;
  readonly series: Series;
}

export interface Series {
  /** Milliseconds from point to point: one, 15 or 60 minutes. */
  readonly step: number;
  /** Its timestamps are off by up to so many milliseconds; 0 if left out. */
  readonly jitter?: number;
  /** When ingestion began. */
  readonly begins: number;
  /** From when on there is a baseline, and with it datapoints. */
  readonly baselineFrom: number;
  /** The points whose step starts in `from` to `to`, both included. Knows no clock: the caller ends at now. */
  read(from: number, to: number): Columns;
  /** The corridors alone, `values` all NaN; also for times to come. */
  corridors(from: number, to: number, step: number): Columns;
}
