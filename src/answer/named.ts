import { catchError, map, type Observable, of, switchMap, tap } from 'rxjs';
import { type Named } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { listAnomalies } from '../service/anomalyOperations';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/recent';
import { type Span } from '../time/spans';
import { namedIn } from './nameBook';

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

/** The systems, nodes and metrics seen so far, as variables and pickers ask for them; `catalogue/` has them. */
export interface Catalogue {
  /**
   * For pickers: what the range names and what was seen before, most recently alerting first.
   * Fails only where nothing is known.
   */
  systems(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  nodes(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  metrics(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  series(range: Span, filter?: CatalogueFilter): Observable<CatalogueEntry[]>;
  /**
   * What the alerts and anomalies of the range name, and nothing that was seen elsewhere: a variable gives everybody the
   * same. A source that fails leaves the others; the observable fails where all do.
   */
  found(range: Span): Observable<RangeNames>;
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
