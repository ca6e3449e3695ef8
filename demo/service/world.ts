import type { AlertRecord } from './detection/timeline';
import type { Metric, Node, System } from './series/metric';

/** The world of a tenant's token: its systems, nodes, metrics, and alerts. */
export interface World {
  readonly tenant: string;
  readonly systems: readonly System[];
  readonly nodes: readonly Node[];
  readonly metrics: readonly Metric[];
  /** The metric, or undefined if the tenant has none with this node and ID. */
  metric(nodeId: number, metricId: string): Metric | undefined;
  /** All alerts that were created by `now`, oldest first. Their events may be after `now`. */
  alerts(now: number): readonly AlertRecord[];
}
