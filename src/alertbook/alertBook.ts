import { partition, uniqBy } from 'lodash';
import {
  catchError,
  defer,
  endWith,
  filter,
  map,
  merge,
  type Observable,
  of,
  scan,
  shareReplay,
  startWith,
  takeWhile,
  tap,
  throttleTime,
} from 'rxjs';
import { seriesKey } from '../query/series';
import { exploreAlerts, getAlert, getAlertEvent, listAlerts } from '../service/alertOperations';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Rank } from '../service/client';
import { type ServiceFailure } from '../service/failure';
import { dateTime, type Operations } from '../service/operations';
import { type Paged, readPages } from '../service/paging';
import { isStale } from '../service/trust';
import { type Span } from '../time/spans';
import { type Course, courseUntil } from './course';
import { type AlertMemory, memoryOf, type MetricSearch } from './memory';
import { bySeverity, type Ordered } from './order';
import { type EventReader, readEvents } from './readTimeline';
import { HEAD_PAGES, lastPageOf, type Timeline, timelineOf } from './timeline';
import { alertOfEvents } from './span';
import { alertTitle, type Counted, firstMetric, namelessTitle } from './titles';

/** The filters of the explore list; empty ones are not sent. */
export interface AlertFilter {
  q?: string;
  nodeId?: string;
  metricId?: string;
  impact?: string;
  /** Several, which the service does not take: see `hasImpact`. */
  impacts?: string[];
  minScore?: string;
}

/** A moment or a range, in epoch milliseconds. */
export type SearchTime = { at: number } | Span;

/** Which courses are read. */
export interface CourseOptions {
  /** How many new ones. */
  most?: number;
  /** When the requests go out: 1 if rows depend on them, 2 if they only name rows. */
  rank?: Rank;
  /** Whether 25 pages of events are read instead of five. */
  isWhole?: boolean;
  /** Whether one page is enough. */
  isFirstPage?: boolean;
}

/** Who asks: the query's door to the service, and the time. */
export interface Asking {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  /** Of the page; Grafana's own if missing. */
  timeZone?: string;
}

/** Largest page of the explore list (interface, Limits). */
const SEARCH_PAGE = 200;
/** Courses that one run begins to read. */
const MOST_COURSES = 50;
/** What only decorates rows is given up after so long without an answer, in milliseconds. */
const DECORATION_TIMEOUT = 20_000;
/** How often rows are shown again while titles arrive, in milliseconds. */
const SHOWN_EVERY = 250;
/** Requests for what only decorates rows go out last. */
const LAST: Rank = 2;

/**
 * What the plugin knows about alerts: the one door to them, as the store is for metric data.
 *
 * - A **row** is an alert as a list, a search or the single alert shows it at one moment. Rows are read again on each refresh.
 * - A **timeline** is an alert's events with changes. An ended alert's is read once. An active alert's is read on from its newest
 *   page, and a page that is read again replaces what was known of it.
 * - A **course** is what a timeline shows of the alert's metrics: which joined, changed, left, and the worst that each reached.
 *
 * One book serves one query; all queries of the data source share its memory.
 */
export class AlertBook {
  private readonly memory: AlertMemory;
  /** Courses as they were at `until`. */
  private readonly earlier = new Map<Course, Course>();
  /** Alerts whose events this query has read as deep as any wants them: it reads them once. */
  private readonly readWhole = new Set<string>();

  /** @param until courses are known up to then: the end of a range that is over, in epoch milliseconds; titles are as of now */
  constructor(
    private readonly asking: Asking,
    private readonly until = Infinity,
    /** The metrics that the lists of this query showed, and of when. */
    private readonly listed = new Map<string, { metrics: readonly AlertMetric[]; at: number }>()
  ) {
    this.memory = memoryOf(asking.operations);
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.asking.now();
  }

  /** The same book for what only decorates rows: a request that is not answered in 20 s is given up. */
  decorating(): AlertBook {
    const operations = this.asking.operations.with({ patience: DECORATION_TIMEOUT });
    return new AlertBook({ ...this.asking, operations }, this.until, this.listed);
  }

  /** The alert list with metrics. @param at epoch milliseconds; without it the alerts that are active now */
  list(at?: number): Observable<Paged<Alert>> {
    return listAlerts(this.asking.operations, at, true).pipe(tap(({ rows }) => this.note(rows, at)));
  }

  /** One alert with its metrics; `notFound` if it was not active at that time. */
  single(id: string, at?: number): Observable<Alert> {
    return getAlert(this.asking.operations, id, at).pipe(
      map((alert) => ({ ...alert, id: alert.id || id })),
      tap((alert) => this.note([alert], at))
    );
  }

  /** The explore list, read to its end; rows without metrics. `impact` goes out unchanged, `any` included. */
  search(time: SearchTime, alertFilter: AlertFilter = {}, rank: Rank = 0): Observable<Paged<Alert>> {
    const door = this.asking.operations.with({ rank });
    const { q, nodeId, metricId, impact, minScore } = alertFilter;
    const when = 'at' in time ? { at: dateTime(time.at) } : { from: dateTime(time.from), to: dateTime(time.to) };
    const query = { ...when, q, impact, minScore, nodeId, statTypeId: metricId, limit: SEARCH_PAGE };
    return readPages((page, turn) => exploreAlerts(door, { ...query, page }, turn), {
      pageSize: SEARCH_PAGE,
      id: ({ id }) => id || null,
    }).pipe(tap(({ rows }) => this.memory.noteRows(rows, this.now(), 'at' in time ? time.at : undefined)));
  }

  /**
   * An alert's events with changes: 25 pages at most, of a longer list the first and the newest. Fails where the first request
   * does.
   */
  events(id: string): Observable<Timeline> {
    const { operations } = this.asking;
    return this.readTimeline({ id, door: operations, deeper: operations.with({ rank: 1 }), isWhole: true });
  }

  /** A single event with its changes. */
  event(id: string, sequence: string): Observable<AlertEvent> {
    return getAlertEvent(this.asking.operations, id, sequence).pipe(
      map((event) => ({ ...event, alertId: event.alertId || id }))
    );
  }

  /** The events of an alert as far as they are kept, from the first on; nothing is requested. */
  knownEvents(id: string): readonly AlertEvent[] | null {
    return this.memory.of(id).timeline?.rows ?? null;
  }

  /** The known course of an alert; requests nothing. */
  courseOf(id: string): Course | null {
    const { course } = this.memory.of(id);
    if (!course || this.until === Infinity) {
      return course;
    }
    const then = this.earlier.get(course) ?? courseUntil(this.knownEvents(id) ?? [], this.until);
    this.earlier.set(course, then);
    return then;
  }

  /** Whether the service returns an alert that began by the end of the range, which has passed; one row is requested. */
  hasAlerts({ from, to }: Span): Observable<boolean> {
    const query = { from: dateTime(from), to: dateTime(to), page: 1, limit: 1 };
    const era = `${query.from} ${query.to}`;
    const known = this.memory.eras.get(era);
    return known !== undefined
      ? of(known)
      : exploreAlerts(this.asking.operations.with({ rank: LAST }), query).pipe(
          map(({ items }) => items.some(({ firstSeenAt }) => firstSeenAt !== null && firstSeenAt <= to)),
          tap((hasAlerts) => this.memory.eras.set(era, hasAlerts))
        );
  }

  /** Why the events of an alert could not be read; null if they were read, or were not requested. */
  failureOf(id: string): ServiceFailure | null {
    return this.memory.of(id).failure;
  }

  /** The events of an alert if the service gave fewer than it has, although nothing was left unread. */
  shortOf(id: string): Timeline | null {
    const { timeline } = this.memory.of(id);
    return timeline && !timeline.isWhole && timeline.cut === null ? timeline : null;
  }

  /** The course of an alert if all of its events are known, as of the last reading. */
  wholeCourseOf(id: string): Course | null {
    const { timeline, failedAt } = this.memory.of(id);
    return timeline?.isWhole && failedAt === null ? this.courseOf(id) : null;
  }

  /** An alert's course as its events up to a moment show it; null if that is not known from the first event on. */
  courseAsOf(id: string, moment: number): Course | null {
    const course = this.wholeCourseOf(id);
    const isOver = moment >= this.now() || (course?.ended ?? Infinity) <= moment;
    return course && !isOver ? courseUntil(this.knownEvents(id) ?? [], moment) : course;
  }

  /** The metrics that an alert has or had, as far as this query knows them: its own, its course's, or those that its lists show. */
  metricsOf({ id, metrics }: { id: string; metrics?: readonly AlertMetric[] | null }): readonly AlertMetric[] | null {
    const known = [metrics, this.courseOf(id)?.metrics, this.listed.get(id)?.metrics];
    return known.find((one) => one && one.length > 0) ?? null;
  }

  /** The same by the five pages of events that every list reads: whoever has read more of them changes nothing. */
  headMetricsOf(alert: { id: string; metrics?: readonly AlertMetric[] | null }): readonly AlertMetric[] | null {
    const { events } = this.memory.of(alert.id);
    const first = new Map([...events.pages].filter(([page]) => page <= HEAD_PAGES));
    const { metrics } = courseUntil(timelineOf({ ...events, pages: first }).rows, this.until);
    const known = [alert.metrics, metrics, this.listed.get(alert.id)?.metrics];
    return known.find((one) => one && one.length > 0) ?? null;
  }

  /**
   * The course of an alert as the five pages show it that every list reads; null if it has more events, so that it is the same
   * whoever has read more of them.
   */
  shortCourseOf(id: string): Course | null {
    return lastPageOf(this.memory.of(id).events) <= HEAD_PAGES ? this.wholeCourseOf(id) : null;
  }

  /** An alert's title from what was read so far, never an ID; requests nothing. */
  titleOf(alert: Counted & { metrics?: readonly AlertMetric[] | null; firstSeenAt?: number | null }): string {
    const listed = alert.metrics?.length ? alert.metrics : (this.memory.of(alert.id).listed?.metrics ?? null);
    const known = alertTitle(alert, this.memory.of(alert.id).course, listed);
    return known ?? namelessTitle(this.beginOf(alert), this.asking.timeZone);
  }

  private beginOf({ id, firstSeenAt }: { id: string; firstSeenAt?: number | null }): number | null {
    return (
      firstSeenAt ??
      this.memory.of(id).firstSeenAt ??
      alertOfEvents(id, this.knownEvents(id) ?? [])?.firstSeenAt ??
      null
    );
  }

  /** The metric that its title names, from what was read so far. */
  firstMetricOf(alert: { id: string; metrics?: readonly AlertMetric[] | null }): AlertMetric | null {
    return firstMetric(this.courseOf(alert.id), this.metricsOf(alert));
  }

  /**
   * A search for one metric. One of the last hour, or under way, serves as well if it covers what is wanted of this one.
   *
   * @param until later alerts do not count
   */
  searchMetric({ nodeId, metricId }: AlertMetric, range: Span, until: number): Observable<MetricSearch> {
    return defer(() => {
      const { searches } = this.memory;
      const key = seriesKey({ nodeId, metricId });
      const [now, kept] = [this.now(), searches.get(key)];
      const isFresh = kept && !isStale('search', kept.at, now);
      if (isFresh && kept.range.from <= range.from && kept.range.to >= Math.min(range.to, until)) {
        return kept.found;
      }
      const found = this.search(range, { nodeId: nodeId ?? '', metricId: metricId ?? '' }, LAST).pipe(
        // Only what serves later is kept: a search that is not whole may be the next time.
        tap({ next: ({ isWhole }) => isWhole || searches.delete(key), error: () => searches.delete(key) }),
        // Who searches next asks as its own query does.
        tap({ unsubscribe: () => searches.delete(key) }),
        shareReplay({ bufferSize: 1, refCount: true })
      );
      searches.set(key, { found, range, at: now });
      return found;
    });
  }

  /**
   * Reads the courses of alerts: those of new ones up to `most`, the most severe first; known active ones are read on.
   *
   * @returns how many are still to come, at once and with each that arrives; 0 once and last. What fails is silent; one that
   *   only decorates rows and is not answered in time is the last that is waited for
   */
  readCourses(
    alerts: readonly Ordered[],
    { most = MOST_COURSES, rank = LAST, isWhole = false, isFirstPage }: CourseOptions = {}
  ): Observable<number> {
    return defer(() => {
      const toRead = this.dueOf(alerts, most, isWhole);
      // What rows depend on is waited for.
      const book = rank === LAST ? this.decorating() : this;
      return merge(...toRead.map(({ id }) => book.readCourse(id, { rank, isWhole, isFirstPage }))).pipe(
        takeWhile((isAnswered) => isAnswered || rank !== LAST),
        scan((left) => left - 1, toRead.length),
        startWith(toRead.length),
        filter((left) => left > 0),
        endWith(0)
      );
    });
  }

  /** As `readCourses`, as often as rows are shown again. */
  courses(alerts: readonly Ordered[], options: CourseOptions = {}): Observable<number> {
    return this.readCourses(alerts, options).pipe(
      throttleTime(SHOWN_EVERY, undefined, { leading: true, trailing: true })
    );
  }

  private note(alerts: readonly Alert[], at?: number): void {
    this.memory.noteRows(alerts, this.now(), at);
    const moment = at ?? this.now();
    for (const { id, metrics } of alerts) {
      if (metrics && metrics.length > 0 && (this.listed.get(id)?.at ?? -Infinity) <= moment) {
        this.listed.set(id, { metrics, at: moment });
      }
    }
  }

  private dueOf(alerts: readonly Ordered[], most: number, isWhole: boolean): Ordered[] {
    const isDue = (id: string) => id !== '' && !this.readWhole.has(id) && this.memory.isStale(id, this.now(), isWhole);
    const due = uniqBy(alerts, 'id').filter(({ id }) => isDue(id));
    const [known, others] = partition(due, ({ id }) => this.memory.of(id).timeline !== null);
    return [...known, ...others.sort(bySeverity).slice(0, most)];
  }

  /** One course. @returns whether the service answered in time, once; it never fails */
  private readCourse(id: string, { rank = LAST, isWhole = false, isFirstPage }: CourseOptions): Observable<boolean> {
    const { operations } = this.asking;
    // A query that has just read the events itself has its titles from them.
    const asker = operations.asker && `${operations.asker} courses`;
    const door = operations.with({ asker, rank });
    return this.readTimeline({ id, door, deeper: door, isWhole, isFirstPage }).pipe(
      tap(() => isWhole && !isFirstPage && this.readWhole.add(id)),
      map(() => true),
      catchError((failure: ServiceFailure) => of(failure.kind !== 'timeout'))
    );
  }

  /** An ended alert's events are read once, an active one's are read on. */
  private readTimeline(reader: EventReader): Observable<Timeline> {
    return defer(() => {
      const { memory } = this;
      const { timeline, isFinal, events, isActive } = memory.of(reader.id);
      return timeline && isFinal
        ? of(timeline)
        : readEvents(reader, events).pipe(
            map((read) => memory.keepEvents(reader.id, read, isActive === false, this.now())),
            tap({ error: (failure: ServiceFailure) => memory.noteFailure(reader.id, failure, this.now()) })
          );
    });
  }
}
