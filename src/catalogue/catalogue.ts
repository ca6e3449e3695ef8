import { type Span } from '../time/spans';
import { catchError, forkJoin, map, type Observable, of, shareReplay, switchMap, tap, throwError } from 'rxjs';
import { type Anomaly, listNamedAnomalies } from '../service/anomalies';
import { isFailure } from '../service/failure';
import { DAY } from '../settings';
import { NameBook, namedIn, namesSeen, type Naming, remember } from '../known/nameBook';
import { type Named } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Entry } from '../known/follow';
import { perInstance } from '../service/recent';
import { momentOfEnd } from '../alertbook/atEnd';
import { AlertBook, type Asking } from '../alertbook/alertBook';
import {
  type CatalogueEntry,
  type CatalogueFilter,
  inAlerts,
  inAnomalies,
  type Mention,
  metricsIn,
  nodesIn,
  seriesIn,
  systemsIn,
  withMentions,
} from './entries';

/** What the sources of a range named. `failures` are of the sources that gave nothing, for a notice. */
interface RangeNames {
  named: Named[];
  /** Where they were named. */
  mentions: Mention[];
  /** The alert lists that were read: one can be shorter than it says. */
  lists: Array<Paged<unknown>>;
  failures: unknown[];
  /** The requests that it comes from, a line each. */
  calls: string[];
}

/** A picker that lists so many entries needs no older ones. */
const ENOUGH = 10;

/** What a picker can list: its entries, and what of a mention is an entry's value. */
const LISTS = {
  systems: { entriesIn: systemsIn, idOf: ({ systemId }: Mention) => systemId },
  nodes: { entriesIn: nodesIn, idOf: ({ nodeId }: Mention) => nodeId },
  metrics: {
    entriesIn: metricsIn,
    // What a metric is in on another node says nothing of it here.
    idOf({ nodeId, metricId }: Mention, filter: CatalogueFilter) {
      const nodes = [filter.nodeId ?? []].flat();
      return nodes.length === 0 || nodes.includes(nodeId ?? '') ? metricId : null;
    },
  },
  series: { entriesIn: seriesIn, idOf: ({ nodeId, metricId }: Mention) => `${nodeId}:${metricId}` },
};

export type ListName = keyof typeof LISTS;

/**
 * The systems, nodes and metrics seen so far; one per data source instance. The interface has no catalogue, so it
 * learns from the alert list with metrics (now, at the range's end, at its start) and from the anomalies of the range,
 * and remembers names (never alerts) for the session. Pickers that list few also have the anomalies of a month.
 */
class Catalogue {
  private asks = 0;
  private month?: Observable<Mention[]>;

  constructor(private readonly context: Asking) {}

  /**
   * For pickers: what the range names and what was seen before, most recently alerting first; where these are few, also
   * what the last month names. Fails only if nothing is known.
   */
  list(kind: ListName, range: Span, filter: CatalogueFilter = {}): Observable<CatalogueEntry[]> {
    const { entriesIn, idOf } = LISTS[kind];
    const seen = () => namesSeen(this.context.operations).all();
    const listed = (mentions: Mention[]) =>
      withMentions(entriesIn(seen(), filter), mentions, (mention) => idOf(mention, filter), this.context.now());
    return this.found(range).pipe(
      map(({ mentions }) => mentions),
      catchError((error) => {
        if (seen().length === 0) {
          throw error;
        }
        return of([]);
      }),
      switchMap((mentions) => {
        const entries = listed(mentions);
        return entries.length >= ENOUGH
          ? of(entries)
          : this.namedInMonth().pipe(map((older) => listed([...mentions, ...older])));
      })
    );
  }

  /** What the anomalies of the last month name: read once. Never fails; if nothing was read, it is tried the next time. */
  private namedInMonth(): Observable<Mention[]> {
    this.month ??= this.namedInDays(30).pipe(
      catchError((failure: unknown) =>
        // The interface shows no longest range for anomalies; a service may have one.
        isFailure(failure) && failure.kind === 'invalid' ? this.namedInDays(7) : throwError(() => failure)
      ),
      map(inAnomalies),
      catchError(() => {
        this.month = undefined;
        return of([]);
      }),
      shareReplay({ bufferSize: 1, refCount: true })
    );
    return this.month;
  }

  private namedInDays(days: number): Observable<Anomaly[]> {
    const to = this.context.now();
    return listNamedAnomalies(this.context.operations, { from: to - days * DAY, to }).pipe(
      tap((anomalies) => remember(this.context, anomalies))
    );
  }

  /**
   * What the alerts and anomalies of the range name, and nothing that was seen elsewhere: a variable gives everybody the
   * same. A source that fails leaves the others; the observable fails if all do. Several pickers and variables of a page
   * share the answers, see `Ask.asker`.
   */
  found({ from, to }: Span, asking = this.context): Observable<RangeNames> {
    const calls: string[] = [];
    const lists: Array<Paged<unknown>> = [];
    const asker = `names ${this.asks++}`;
    const operations = asking.operations.with({ asker, note: (call) => calls.push(call) });
    const book = new AlertBook({ operations, now: this.context.now });
    const list = (at?: number) =>
      book.list(at).pipe(
        tap((read) => lists.push(read)),
        map(({ rows }) => rows)
      );
    // A range that ends now has the list of now at its end.
    const end = momentOfEnd(to, this.context.now());
    // In the order in which names count: what a metric is called now comes first.
    return forkJoin([
      named(list(), (alerts) => inAlerts(alerts, true)),
      ...(end === undefined ? [] : [named(list(end), (alerts) => inAlerts(alerts, false))]),
      named(list(from), (alerts) => inAlerts(alerts, false)),
      named(listNamedAnomalies(operations, { from, to }), inAnomalies),
    ]).pipe(
      map((sources) => {
        const failures = sources.flatMap((source) => ('failure' in source ? [source.failure] : []));
        if (failures.length === sources.length) {
          throw failures[0];
        }
        const book = new NameBook();
        sources.forEach((source) => book.add('named' in source ? source.named : []));
        const mentions = sources.flatMap((source) => ('named' in source ? source.mentions : []));
        return { named: book.all(), failures, calls, lists, mentions };
      }),
      tap((found) => namesSeen(this.context.operations).add(found.named))
    );
  }
}

const catalogues = perInstance((context: Asking) => new Catalogue(context));

/** The catalogue of a data source. */
export function catalogueOf(context: Asking): Catalogue {
  return catalogues(context.operations, context);
}

/** What the alerts and anomalies of a range name; fails if no source can be read. */
export function namesIn(asking: Asking, range: Span): Entry<RangeNames> {
  return { key: 'names in the range', start: () => catalogueOf(asking).found(range, asking) };
}

function named<T extends Naming>(
  source: Observable<T[]>,
  seenIn: (resources: T[]) => Mention[]
): Observable<{ named: Named[]; mentions: Mention[] } | { failure: unknown }> {
  return source.pipe(
    map((resources) => ({ named: namedIn(resources), mentions: seenIn(resources) })),
    catchError((failure: unknown) => of({ failure }))
  );
}
