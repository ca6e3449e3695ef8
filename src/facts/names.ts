import { seriesKey } from '../ground/series';
import { type AlertEvent, type Named } from '../service/alerts';
import { type AnomalyMetric } from '../service/anomalies';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/recent';

/** Sources of metric names: alerts, anomalies, and the changes of events. */
export type Naming = { metrics: Named[] | null } | Pick<AlertEvent, 'changes'>;

/** The metrics in alerts, anomalies, or events. None if the answer has no metrics. */
export function namedIn(resources: readonly Naming[]): Named[] {
  return resources.flatMap((resource) => ('metrics' in resource ? resource.metrics : resource.changes) ?? []);
}

/**
 * All metrics seen so far, each node's metric once. Later names fill in missing ones, and replace nothing, so that the
 * first name counts.
 */
export class NamedMetrics {
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

  /** Whether a system, a node, or a metric has this ID. */
  has(id: string): boolean {
    return this.all().some(({ systemId, nodeId, metricId }) => [systemId, nodeId, metricId].includes(id));
  }

  all(): Named[] {
    return [...this.entries.values()];
  }
}

/** What is stored about names. */
interface Names {
  /** All names seen so far in this tab. */
  seen: NamedMetrics;
  /** The IDs of alerts that the service returned. */
  alertIds: Set<string>;
  /** Whether the service only names an anomaly's metrics if data points are requested. The interface doesn't define it. */
  needsDatapoints?: boolean;
}

/**
 * One for each data source. It is separate from the memory of alerts, because the data source needs it at once, and that
 * memory is loaded with the first query about alerts.
 */
export const namesOf = perInstance((): Names => ({ seen: new NamedMetrics(), alertIds: new Set() }));

/** Whether the service returned this ID. Then, it is an ID even if it looks like a variable. */
export function isKnownId({ operations }: { operations: Operations }, id: string): boolean {
  const { seen, alertIds } = namesOf(operations);
  return seen.has(id) || alertIds.has(id);
}

/** All names seen so far in this tab. */
export function namesSeen({ operations }: { operations: Operations }): NamedMetrics {
  return namesOf(operations).seen;
}

/** Stores names from answers, for pickers. */
export function remember({ operations }: { operations: Operations }, resources: readonly Naming[]): void {
  namesOf(operations).seen.add(namedIn(resources));
}
