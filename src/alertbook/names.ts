import { type Observable } from 'rxjs';
import { seriesKey } from '../query/series';
import { type AlertEvent, type Named } from '../service/alerts';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/recent';

/** What names metrics: alerts, anomalies, and events by their changes. */
export type Naming = { metrics: Named[] | null } | Pick<AlertEvent, 'changes'>;

/** The metrics that alerts, anomalies or events name; none where the answer has no metrics. */
export function namedIn(resources: readonly Naming[]): Named[] {
  return resources.flatMap((resource) => ('metrics' in resource ? resource.metrics : resource.changes) ?? []);
}

/**
 * The metrics seen, each node's metric once. A later naming adds to an earlier one: it fills what was null and replaces
 * nothing, so that the first one counts.
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

  /** Whether a system, a node, or a metric has that ID. */
  has(id: string): boolean {
    return this.all().some(({ systemId, nodeId, metricId }) => [systemId, nodeId, metricId].includes(id));
  }

  all(): Named[] {
    return [...this.entries.values()];
  }
}

/** What a user chose or typed in a picker. */
export interface Choice {
  value: string;
  text: string;
  detail?: string;
  namedAt?: number;
  /** In which list, such as `nodes`. */
  list: string;
  /** The IDs that the list was narrowed to: of a metric its nodes. Empty: it was not. */
  within: string[];
}

/** The memory of names. */
interface Names {
  /** The names that were seen so far in this tab. */
  seen: NameBook;
  /** The IDs of alerts that the service returned. */
  alertIds: Set<string>;
  /** What the user chose in pickers, the newest first. */
  choices?: Promise<Choice[]>;
  /** The anomalies of the last month, also while they are read. */
  month?: Observable<Anomaly[]>;
  /** Whether the service names an anomaly's metrics only if datapoints are requested; not shown in the interface. */
  needsDatapoints?: boolean;
}

/**
 * Of each data source its own. It is apart from the memory of alerts, which is loaded with the first query that has alerts, because
 * the data source needs it at once.
 */
export const namesOf = perInstance((): Names => ({ seen: new NameBook(), alertIds: new Set() }));

/** Whether the service returned that ID: one that looks like a variable is an ID nevertheless. */
export function isKnownId({ operations }: { operations: Operations }, id: string): boolean {
  const { seen, alertIds } = namesOf(operations);
  return seen.has(id) || alertIds.has(id);
}

/** The names that were seen so far in this tab. */
export function namesSeen({ operations }: { operations: Operations }): NameBook {
  return namesOf(operations).seen;
}

/** Remembers names from answers, for pickers. */
export function remember({ operations }: { operations: Operations }, resources: readonly Naming[]): void {
  namesOf(operations).seen.add(namedIn(resources));
}
