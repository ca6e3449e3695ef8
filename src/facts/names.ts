import { uniqBy } from 'lodash';
import { seriesKey } from '../ground/series';
import { type Alert, type AlertEvent, type AlertMetric, type Named } from '../service/alerts';
import { type AnomalyMetric } from '../service/anomalies';
import { type Operations } from '../service/operations';
import { perInstance, Recent } from '../service/memory';
import { type ReadContext } from './facts';

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

/** What rows have shown of an alert: its title and how often its events are read depend on it. Times are epoch milliseconds. */
export interface NamedAlert {
  /** The metrics in the list of the latest moment that showed any, and that moment. */
  listed: readonly AlertMetric[];
  listedAt: number;
  /** The metrics in all lists that showed it. */
  ever: readonly AlertMetric[];
  /** From the newest row that has it. */
  firstSeenAt: number | null;
  /** When a row first showed that it had ended. Null unless the newest one does. */
  endSeenAt: number | null;
  /** When a row last showed it as active. */
  activeSeenAt: number;
}

const UNNAMED: NamedAlert = {
  listed: [],
  listedAt: -Infinity,
  ever: [],
  firstSeenAt: null,
  endSeenAt: null,
  activeSeenAt: -Infinity,
};

/** What is stored about names. */
interface Names {
  /** All names seen so far in this tab. */
  seen: NamedMetrics;
  /** The alerts that the service returned, by their IDs. */
  alerts: Recent<NamedAlert>;
  /** Whether the service only names an anomaly's metrics if data points are requested. The interface doesn't define it. */
  needsDatapoints?: boolean;
}

/** The maximum of alerts. */
const MOST_ALERTS = 10_000;

/** One for each data source. */
export const namesOf = perInstance((): Names => ({ seen: new NamedMetrics(), alerts: new Recent(MOST_ALERTS) }));

/** Whether the service returned this ID. Then, it is an ID even if it looks like a variable. */
export function isKnownId({ operations }: { operations: Operations }, id: string): boolean {
  const { seen, alerts } = namesOf(operations);
  return seen.has(id) || alerts.get(id) !== undefined;
}

/** All names seen so far in this tab. */
export function namesSeen({ operations }: { operations: Operations }): NamedMetrics {
  return namesOf(operations).seen;
}

export function namedAlert({ operations }: { operations: Operations }, id: string): NamedAlert {
  return namesOf(operations).alerts.get(id) ?? UNNAMED;
}

/** Stores what rows show of alerts. @param moment the time that they describe; undefined: now */
export function noteAlerts({ operations, now }: ReadContext, rows: readonly Alert[], moment?: number): void {
  const { alerts } = namesOf(operations);
  for (const { id, metrics, active, firstSeenAt } of rows.filter((row) => row.id !== '')) {
    const known = alerts.get(id) ?? UNNAMED;
    const isNow = moment === undefined;
    const at = moment ?? now();
    const isNewer = metrics !== null && metrics.length > 0 && known.listedAt <= at;
    alerts.set(id, {
      listed: isNewer ? metrics : known.listed,
      listedAt: isNewer ? at : known.listedAt,
      ever: metrics?.length ? uniqBy([...metrics, ...known.ever], seriesKey) : known.ever,
      firstSeenAt: firstSeenAt ?? known.firstSeenAt,
      endSeenAt: isNow ? (active === false ? (known.endSeenAt ?? at) : null) : known.endSeenAt,
      activeSeenAt: isNow && active === true ? at : known.activeSeenAt,
    });
  }
}
