import { seriesKey } from '../query/series';
import { type AlertEvent, type Named } from '../service/alerts';
import { type AnomalyMetric, type Anomaly } from '../service/anomalies';
import { type Span } from '../time/spans';
import { type Observable, catchError, map, of, switchMap, tap } from 'rxjs';
import { listAnomalies } from '../service/anomalyOperations';
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

/** One row of a picker or a variable: the id, what is shown for it, and what it belongs to. */
export interface CatalogueEntry {
  value: string;
  /** The name, or the id where there is none. */
  text: string;
  /** Of a node its system, of a metric its nodes (or how many). */
  detail?: string;
  /** Why it comes first: `alerting now, severe`. */
  why?: string;
  /** Under which heading it is listed. */
  group?: string;
}

/** Which entries; several values select what belongs to any of them, empty ones select nothing out. */
export interface CatalogueFilter {
  systemId?: string | string[];
  nodeId?: string | string[];
  /** Part of the name or the id, in any case. */
  q?: string;
}

/** What the sources of a range named. `failures` are of the sources that gave nothing, for a notice. */
export interface RangeNames {
  named: Named[];
  failures: unknown[];
  /** The requests that told it, a line each. */
  calls: string[];
}

/** The systems, nodes and metrics seen so far, as runners and pickers ask for them; `catalogue/` keeps them. */
export interface Catalogue {
  /** Remembers what alerts, anomalies or events name, whoever read them. */
  remember(resources: readonly Naming[]): void;
  /**
   * For pickers: what the range names and what was seen before, most recently alerting first.
   * Fails only where nothing is known.
   */
  systems(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  nodes(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  metrics(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  series(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  /** What was seen so far, nothing asked. */
  remembered(): Named[];
  /**
   * What the alerts and anomalies of the range name, and nothing that was seen elsewhere: a variable gives everybody the
   * same. A source that fails leaves the others; the observable fails where all do.
   */
  found(range: Span): Observable<RangeNames>;
}

/** Remembers the names in what was read, for pickers. They do without where their room cannot be loaded. */
export function remember(context: { catalogue: () => Promise<Catalogue> }, resources: readonly Naming[]): void {
  if (resources.length > 0) {
    context.catalogue().then(
      (catalogue) => catalogue.remember(resources),
      () => undefined
    );
  }
}

/** Whether a service names an anomaly's metrics only where datapoints are requested; not shown in the interface. */
const learnedOf = perInstance((): { needsDatapoints?: boolean } => ({}));

/**
 * The anomalies of a range with the metrics they name: by the cheaper answer, and by the one with datapoints only where
 * names are missing and it has them, which is remembered.
 *
 * @param range epoch milliseconds
 */
export function namedAnomalies(
  operations: Operations,
  { from, to }: { from: number; to: number }
): Observable<Anomaly[]> {
  const learned = learnedOf(operations);
  if (learned.needsDatapoints) {
    return listAnomalies(operations, from, to, true);
  }
  return listAnomalies(operations, from, to).pipe(
    switchMap((brief) => {
      const nameless = brief.some(({ metrics, metricsAffected }) => metrics.length === 0 && metricsAffected !== 0);
      if (!nameless || learned.needsDatapoints === false) {
        return of(brief);
      }
      return listAnomalies(operations, from, to, true).pipe(
        tap((full) => (learned.needsDatapoints = namedIn(full).length > namedIn(brief).length)),
        map((full) => (namedIn(full).length > namedIn(brief).length ? full : brief)),
        catchError(() => of(brief))
      );
    })
  );
}
