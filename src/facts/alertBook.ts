import { catchError, defer, map, merge, type Observable, of, startWith, takeWhile, tap } from 'rxjs';
import {
  type Alert,
  type AlertEvent,
  type AlertMetric,
  exploreAlerts,
  getAlert,
  getAlertEvent,
  listAlerts,
} from '../service/alerts';
import { type RequestOptions, type Rank } from '../service/client';
import { type ServiceFailure } from '../ground/failure';
import { dateTime, type Operations } from '../service/operations';
import { type Paged, readPages } from '../service/paging';
import { type Span } from '../ground/spans';
import { KnownAlerts } from './knownAlerts';
import { type Depth } from './memory';
import { type Ordered, severest } from './order';
import { factsOf } from './facts';
import { pageReader, readHead, readTimeline, type Timeline } from './timeline';

/** The filters of the explore list. Empty ones are not sent. */
export interface AlertFilter {
  q?: string;
  nodeId?: string;
  metricId?: string;
  impact?: string;
  /** Several impacts, which the service does not support: see `hasImpact`. */
  impacts?: string[];
  minScore?: string;
}

/** A moment or a range, in epoch milliseconds. */
export type SearchTime = { at: number } | Span;

/** When requests are sent. */
export type Priority = Pick<RequestOptions, 'rank' | 'turn'>;

/** Which histories are read. */
export interface HistoryOptions {
  /** The maximum of (new) ones. */
  most?: number;
  /** The priority of the requests: 1 if rows depend on them, 2 if they only add names to rows. */
  rank?: Rank;
}

/** Largest page of the explore list. */
const SEARCH_PAGE = 200;
/** The number of histories that one run starts to read. */
export const MOST_HISTORIES = 50;
/** Requests that only add details to rows are given up after this time without an answer, in milliseconds. */
const DECORATION_TIMEOUT = 20_000;
/** Requests that only add details to rows are sent last. */
const LAST: Rank = 2;

/**
 * What the plugin knows about alerts. All access to them goes through it, as the store does for metric data.
 *
 * - A **row** is an alert as a list, a search, or the single alert shows it at one moment. Rows are read again on each
 *   refresh.
 * - A **timeline** is an alert's events with changes. An ended alert's timeline is read once. An active alert's timeline is
 *   read on from its newest page, and a page that is read again replaces its earlier version.
 * - A **history** is what a timeline shows about the alert's metrics: which joined, changed, or left, and their worst
 *   severities.
 *
 * One book serves one query. All queries of the data source share its memory.
 */
export class AlertBook extends KnownAlerts {
  /** Alerts whose courses this query has read, so that it doesn't read them again. */
  private readonly readCourses = new Set<string>();

  /** The same book for requests that only add details to rows: they are given up after 20 s without an answer. */
  decorating(): AlertBook {
    const operations = this.context.operations.with({ patience: DECORATION_TIMEOUT });
    return new AlertBook({ ...this.context, operations }, this.until, this.listed, this.own);
  }

  /** The alert list with metrics. @param at epoch milliseconds; without it, the alerts that are active now */
  list(at?: number): Observable<Paged<Alert>> {
    return listAlerts(this.context.operations, at).pipe(tap(({ rows }) => this.note(rows, at)));
  }

  /** One alert with its metrics; `notFound` if it was not active at that time. */
  single(id: string, at?: number): Observable<Alert> {
    return getAlert(this.context.operations, id, at).pipe(
      map((alert) => ({ ...alert, id: alert.id || id })),
      tap((alert) => this.note([alert], at))
    );
  }

  /** The explore list, read to its end, without the rows' metrics. `impact` is sent unchanged, even `any`. */
  search(
    time: SearchTime,
    alertFilter: AlertFilter = {},
    { rank, turn: first = 0 }: Priority = {}
  ): Observable<Paged<Alert>> {
    const operations = this.context.operations.with({ rank });
    const { q, nodeId, metricId, impact, minScore } = alertFilter;
    const when = 'at' in time ? { at: dateTime(time.at) } : { from: dateTime(time.from), to: dateTime(time.to) };
    const query = { ...when, q, impact, minScore, nodeId, statTypeId: metricId, limit: SEARCH_PAGE };
    return readPages((page, turn) => exploreAlerts(operations, { ...query, page }, first + turn), {
      pageSize: SEARCH_PAGE,
      id: ({ id }) => id || null,
    }).pipe(tap(({ rows }) => this.memory.noteRows(rows, this.now(), 'at' in time ? time.at : undefined)));
  }

  /**
   * An alert's events with changes: at most 25 pages. From a longer list, the first and the newest. Fails if the first
   * request fails.
   */
  events(id: string): Observable<Timeline> {
    const { operations } = this.context;
    this.claim(id, true);
    return this.readTimeline(id, 'all', operations);
  }

  /** A single event with its changes. */
  event(id: string, sequence: string): Observable<AlertEvent> {
    return getAlertEvent(this.context.operations, id, sequence);
  }

  /** Whether the service returns an alert that began by the end of this past range. Requests one row. */
  hasAlerts({ from, to }: Span): Observable<boolean> {
    const query = { from: dateTime(from), to: dateTime(to), page: 1, limit: 1 };
    const fetch = () =>
      exploreAlerts(this.context.operations.with({ rank: LAST }), query).pipe(
        map(({ items }) => items.some(({ firstSeenAt }) => firstSeenAt !== null && firstSeenAt <= to))
      );
    return this.facts.read(['has alerts', from, to], { fetch, staleFor: 'session' }, () => this.now());
  }

  /**
   * A search for one metric. It reuses one from the last hour, or a running one, if that covers this one.
   *
   * @param until later alerts do not count
   */
  searchMetric(
    { nodeId, metricId }: AlertMetric,
    range: Span,
    until: number,
    priority: Priority
  ): Observable<Paged<Alert>> {
    const fetch = () => this.search(range, { nodeId: nodeId ?? '', metricId: metricId ?? '' }, priority);
    const covers = ({ from, to }: Span) => from <= range.from && to >= Math.min(range.to, until);
    // An incomplete search may be complete the next time.
    const isKept = ({ isWhole }: Paged<Alert>) => isWhole;
    const source = { fetch, staleFor: 'search', isKept, scope: range, covers } as const;
    return this.facts.read(['search of a metric', nodeId, metricId], source, () => this.now());
  }

  private get facts() {
    return factsOf(this.context.operations);
  }

  /**
   * Reads the first pages of events of alerts: of the `most` most severe ones. If they only add details to rows, of up to
   * `most` without a known name.
   *
   * @returns emits at once, and after each. Failures cause no error. If one that only adds details to rows times out, the
   *   others are not waited for
   */
  readHistories(
    alerts: readonly Ordered[],
    { most = MOST_HISTORIES, rank = LAST }: HistoryOptions = {}
  ): Observable<unknown> {
    return defer(() => {
      const chosen = severest(alerts, most);
      chosen.forEach(({ id }) => this.claim(id, false));
      const toRead = rank === LAST ? this.dueOf(alerts, most) : chosen.filter(({ id }) => this.isDue(id, 'course'));
      // Requests on which rows depend have no timeout.
      const book = rank === LAST ? this.decorating() : this;
      return merge(...toRead.map(({ id }) => book.readHistory(id, rank))).pipe(
        takeWhile((isAnswered) => isAnswered || rank !== LAST),
        startWith(true)
      );
    });
  }

  private isDue(id: string, depth: Depth): boolean {
    return !this.readCourses.has(id) && this.memory.isStale(id, this.now(), depth);
  }

  private dueOf(alerts: readonly Ordered[], most: number): Ordered[] {
    return severest(alerts, Infinity)
      .filter(({ id }) => this.isDue(id, 'name'))
      .slice(0, most);
  }

  /** Reads one history. @returns whether the service answered in time, once; it never fails */
  private readHistory(id: string, rank: Rank): Observable<boolean> {
    return this.readTimeline(id, rank === LAST ? 'name' : 'course', this.context.operations.with({ rank })).pipe(
      tap(() => rank !== LAST && this.readCourses.add(id)),
      map(() => true),
      catchError((failure: ServiceFailure) => of(failure.kind !== 'timeout'))
    );
  }

  /** An ended alert's events are read once, an active alert's events are read on. */
  private readTimeline(id: string, depth: Depth, operations: Operations): Observable<Timeline> {
    return defer(() => {
      const { memory } = this;
      const { timeline, isFinal, isActive } = memory.of(id);
      const read = pageReader(operations, id);
      return timeline && isFinal
        ? of(timeline)
        : (depth === 'all' ? readTimeline(read, timeline) : readHead(read)).pipe(
            map((found) => memory.keepEvents(id, found, isActive === false, this.now())),
            tap({ error: (failure: ServiceFailure) => memory.noteFailure(id, failure, this.now()) })
          );
    });
  }
}
