import { type Span } from '../time/span';
import { type Observable } from 'rxjs';
import { type Named, type Naming } from './named';

/** One row of a picker or a variable: the id, what is shown for it, and what it belongs to. */
export interface CatalogueEntry {
  value: string;
  /** The name, or the id where there is none. */
  text: string;
  /** Of a node its system, of a metric its nodes (or how many). */
  detail?: string;
  /** Why it is listed: `alerting now, severe`. */
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
export interface Found {
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
   * For pickers: what the range names and what was seen before, most recently alerting first, each with why it is listed.
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
  found(range: Span): Observable<Found>;
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
