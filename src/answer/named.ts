import { seriesKey } from '../query/series';
import { type AlertEvent, type AlertMetric } from '../service/alerts';
import { type AnomalyMetric } from '../service/anomalies';

/** A metric of a node as an alert or an anomaly named it; names are null where none was given. */
export type Named = Pick<AlertMetric, 'nodeId' | 'nodeName' | 'systemId' | 'systemName' | 'metricId' | 'metricName'>;

/** What names metrics: alerts, anomalies, and events by their changes. */
export type Naming = { metrics: Named[] | null } | Pick<AlertEvent, 'changes'>;

/** The metrics that alerts, anomalies or events name; none where the answer has no metrics. */
export function namedIn(resources: readonly Naming[]): Named[] {
  return resources.flatMap((resource) => ('metrics' in resource ? resource.metrics : resource.changes) ?? []);
}

/**
 * The metrics seen, each node's metric once. A later naming adds to an earlier one: it fills what was null and replaces
 * nothing, so that what is added first counts.
 */
export class NameBook {
  private readonly entries = new Map<string, Named>();

  add(named: ReadonlyArray<Named | AnomalyMetric>): void {
    for (const { nodeId, nodeName, systemId, systemName, metricId, metricName } of named) {
      const key = seriesKey({ nodeId, metricId });
      const known = this.entries.get(key);
      this.entries.set(key, {
        nodeId,
        nodeName: known?.nodeName || nodeName,
        systemId: known?.systemId || systemId,
        systemName: known?.systemName || systemName,
        metricId,
        metricName: known?.metricName || metricName,
      });
    }
  }

  all(): Named[] {
    return [...this.entries.values()];
  }
}
