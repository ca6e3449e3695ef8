import { alertsOf } from '../detection/alerts';
import { findEpisodes } from '../detection/episodes';
import { type AlertRecord, firstSeenAt } from '../detection/timeline';
import type { Metric, Node, System } from '../series/metric';
import type { World } from '../world';
import type { Measured } from './csv';
import { MeasuredSeries } from './measured-series';

interface MeasuredMetric extends Metric {
  readonly series: MeasuredSeries;
}

/** Node IDs start here, so that the first series is node 101, as in the made world. */
const firstNode = 101;

/**
 * A world of measured series. A folder is a system, and a series is a node with one metric, both named after its file.
 * Series in a folder are independent, so that no alert contains two of them.
 */
export class MeasuredWorld implements World {
  readonly systems: readonly System[];
  readonly nodes: readonly Node[];
  readonly metrics: readonly MeasuredMetric[];
  private found: AlertRecord[] | undefined;

  constructor(
    readonly tenant: string,
    measured: readonly Measured[],
    end: number
  ) {
    const folders = [...new Set(measured.map(({ folder }) => folder))];
    this.systems = folders.map((name, i) => ({ id: i + 1, name }));
    this.metrics = measured.map((series, i) => {
      const system = this.systems[folders.indexOf(series.folder)];
      const node: Node = { id: firstNode + i, name: series.name, system, linked: [] };
      return {
        node,
        id: series.name,
        name: series.name.replaceAll('_', ' '),
        metricType: 'double',
        aggregation: 'avg',
        weight: 1,
        series: new MeasuredSeries(series, end),
      };
    });
    this.nodes = this.metrics.map(({ node }) => node);
  }

  metric(nodeId: number, metricId: string): Metric | undefined {
    return this.metrics.find(({ node, id }) => node.id === nodeId && id === metricId);
  }

  /** A metric that is still outside at its last point keeps an active alert. */
  alerts(now: number): readonly AlertRecord[] {
    this.found ??= alertsOf(
      this.metrics.flatMap((metric) =>
        findEpisodes(metric, metric.series.begins, metric.series.last + metric.series.step)
      ),
      this.tenant
    );
    return this.found.filter((alert) => firstSeenAt(alert) <= now);
  }
}
