import type { AlertRecord } from './detection/timeline';
import type { Metric, Node, System } from './series/metric';

/** What one tenant's token opens: its systems, nodes, metrics and alerts. */
export interface World {
  readonly tenant: string;
  readonly systems: readonly System[];
  readonly nodes: readonly Node[];
  readonly metrics: readonly Metric[];
  /** The metric, or undefined if the tenant has none of that node and id. */
  metric(nodeId: number, metricId: string): Metric | undefined;
  /** Every alert that was created by `now`, oldest first; its events may reach beyond `now`. */
  alerts(now: number): readonly AlertRecord[];
}
