import { partition, sortBy, uniqBy } from 'lodash';
import {
  catchError,
  defer,
  EMPTY,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  scan,
  shareReplay,
  startWith,
  switchMap,
  tap,
  throttleTime,
} from 'rxjs';
import { seriesKey } from '../query/series';
import { exploreAlerts, getAlert, getAlertEvent, listAlertEvents, listAlerts } from '../service/alertOperations';
import { type Alert, type AlertEvent, type AlertMetric, type Page } from '../service/alerts';
import { dateTime, type Operations } from '../service/operations';
import { type Paged, readPages } from '../service/paging';
import { HOUR } from '../settings';
import { type Span } from '../time/spans';
import { type Active, type ActiveOptions, readActive } from './active';
import { type Course, courseOf } from './course';
import { type AlertFilter, type AlertReads, type CourseOptions, type SearchTime } from './door';
import { type Rank } from '../service/client';
import { type AlertMemory, memoryOf } from './memory';
import { bySeverity } from './order';
import { type MetricSearch, readSimilar, type Similar } from './similar';
import { PAGE_SIZE, readOn, type Timeline } from './timeline';
import { alertTitle, type Counted } from './titles';

/** Who asks: the query's door to the service, and the time. */
export interface Asking {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Largest page of the explore list (interface, Limits). */
const SEARCH_PAGE = 200;
/** Pages of events that a course takes (AT6), and that a query for events takes (Q18). */
const COURSE_PAGES = 5;
const EVENT_PAGES = 25;
/** Courses that one run begins to read (AT6). */
const MOST_COURSES = 50;
/** What only decorates rows is given up after so long without an answer (M48), in milliseconds. */
const DECORATION_TIMEOUT = 20_000;
/** How often rows are shown again while titles arrive, in milliseconds. */
const SHOWN_EVERY = 250;
const SIMILAR_FOR = HOUR;
/** Requests for what only decorates rows go out last. */
const LAST: Rank = 2;

/**
 * What the plugin knows about alerts: the one door to them, as the store is for metric data.
 *
 * - A **row** is an alert as a list, a search or the single alert shows it at one moment. Rows are read again on each refresh.
 * - A **timeline** is an alert's events with changes, from the first on. It only grows: an ended alert's is read once, an
 *   active alert's is read on from its newest known event.
 * - A **course** is what a timeline shows of the alert's metrics: which joined, changed, left, and the worst that each reached.
 *
 * One book serves one query; what is kept is shared by all queries of the data source.
 */
export class AlertBook implements AlertReads {
  private readonly memory: AlertMemory;

  constructor(private readonly asking: Asking) {
    this.memory = memoryOf(asking.operations);
  }

  /** The same book for what only decorates rows: a request that is not answered in 20 s is given up. */
  decorating(): AlertBook {
    return new AlertBook({ ...this.asking, operations: this.asking.operations.impatient(DECORATION_TIMEOUT) });
  }

  /** The alert list with metrics. @param at epoch milliseconds; without it the alerts that are active now */
  list(at?: number): Observable<Alert[]> {
    const { operations, now } = this.asking;
    return listAlerts(operations, at, true).pipe(tap((alerts) => this.memory.noteRows(alerts, now(), at)));
  }

  /** One alert with its metrics; `notFound` where it was not active at that time. */
  single(id: string, at?: number): Observable<Alert> {
    return getAlert(this.asking.operations, id, at).pipe(
      map((alert) => ({ ...alert, id: alert.id || id })),
      tap((alert) => this.memory.noteRows([alert], this.asking.now(), at))
    );
  }

  /** The explore list, read to its end; rows without metrics. `impact` goes out unchanged, `any` included. */
  search(time: SearchTime, alertFilter: AlertFilter = {}, rank: Rank = 0): Observable<Paged<Alert>> {
    const { operations, now } = this.asking;
    const door = operations.ranked(rank);
    const { q, nodeId, metricId, impact, minScore } = alertFilter;
    const when = 'at' in time ? { at: dateTime(time.at) } : { from: dateTime(time.from), to: dateTime(time.to) };
    const query = { ...when, q, impact, minScore, nodeId, statTypeId: metricId, limit: SEARCH_PAGE };
    return readPages((page, turn) => exploreAlerts(door, { ...query, page }, turn), {
      pageSize: SEARCH_PAGE,
      id: ({ id }) => id || null,
    }).pipe(tap(({ rows }) => this.memory.noteRows(rows, now(), 'at' in time ? time.at : undefined)));
  }

  /** The alerts that were active in the range, most severe first (D6, D7). Fails where the search does; see `readActive`. */
  active(range: Span, alertFilter: AlertFilter = {}, options?: ActiveOptions): Observable<Active> {
    return this.activeOrListed(range, alertFilter, options).pipe(
      tap(({ missing }) => {
        if (missing.search) {
          throw missing.search;
        }
      })
    );
  }

  /** The same; where the search fails, the alerts of the lists. */
  activeOrListed(range: Span, alertFilter: AlertFilter = {}, options?: ActiveOptions): Observable<Active> {
    return readActive(this, range, alertFilter, this.asking.now(), options);
  }

  /**
   * An alert's events with changes, 25 pages at most: all of them, or the newest where there are more. Fails where the first
   * request does.
   */
  events(id: string): Observable<Timeline> {
    const { operations } = this.asking;
    return this.readTimeline(id, COURSE_PAGES, operations).pipe(
      switchMap((timeline) => {
        const { events, size, total } = timeline;
        if (this.memory.of(id).isFinal || events.length < COURSE_PAGES * size) {
          return of(timeline);
        }
        return (total ?? 0) > EVENT_PAGES * size
          ? this.readNewest(id)
          : this.readTimeline(id, EVENT_PAGES, operations.ranked(1));
      })
    );
  }

  /** A single event with its changes. */
  event(id: string, sequence: string): Observable<AlertEvent> {
    return getAlertEvent(this.asking.operations, id, sequence).pipe(
      map((event) => ({ ...event, alertId: event.alertId || id }))
    );
  }

  /** The course of an alert as far as it is known; nothing is requested. */
  courseOf(id: string): Course | null {
    const timeline = this.memory.of(id).timeline;
    return timeline ? courseOfTimeline(timeline) : null;
  }

  /** Whether the service returns an alert that began by the end of the range, which has passed; one row is requested. */
  hasAlerts({ from, to }: Span): Observable<boolean> {
    const query = { from: dateTime(from), to: dateTime(to), page: 1, limit: 1 };
    const era = `${query.from} ${query.to}`;
    const known = this.memory.eras.get(era);
    return known !== undefined
      ? of(known)
      : exploreAlerts(this.asking.operations.ranked(LAST), query).pipe(
          map(({ items }) => items.some(({ firstSeenAt }) => firstSeenAt !== null && firstSeenAt <= to)),
          tap((hasAlerts) => this.memory.eras.set(era, hasAlerts))
        );
  }

  /** Whether an alert's course is known from its first event to its newest, as of the last reading. */
  hasWholeCourse(id: string): boolean {
    const { timeline, failedAt } = this.memory.of(id);
    return timeline !== null && timeline.reachesEnd && failedAt === null;
  }

  /** The metrics that an alert has or had, as far as they are known: its own, its course's, or those that a list showed. */
  metricsOf({ id, metrics }: { id: string; metrics?: readonly AlertMetric[] | null }): readonly AlertMetric[] | null {
    const course = this.courseOf(id)?.metrics ?? [];
    const known = [metrics, course, this.memory.of(id).listed?.metrics].find((one) => one && one.length > 0);
    return known ?? null;
  }

  /** An alert's title (AT1 to AT4), by what is known; nothing is requested. */
  titleOf(alert: Counted & { metrics?: readonly AlertMetric[] | null }): string {
    const listed = alert.metrics?.length ? alert.metrics : (this.memory.of(alert.id).listed?.metrics ?? null);
    return alertTitle(alert, this.courseOf(alert.id), listed);
  }

  /**
   * The earlier alerts of a range that share metrics with an alert (T5), by one search for each of its worst metrics.
   *
   * @param over what is searched; more than the range where several alerts share the searches
   */
  similar(id: string, range: Span, over = range): Observable<Similar> {
    return readSimilar(this, id, range, (metric, until) => this.searchKept(metric, over, until));
  }

  /**
   * Reads the courses of alerts: those of new ones up to `most`, the most severe first; known active ones are read on.
   *
   * @param rank when the requests go out: 1 where rows depend on them, 2 where they only name rows
   * @param isWhole 25 pages of events are read instead of five
   * @returns how many are still to come, at once and with each that arrives; 0 once and last. What fails is silent.
   */
  readCourses(
    alerts: readonly Alert[],
    { most = MOST_COURSES, rank = LAST, isWhole = false }: CourseOptions = {}
  ): Observable<number> {
    return defer(() => {
      const toRead = this.dueOf(alerts, most, isWhole);
      // What rows depend on is waited for.
      const book = rank === LAST ? this.decorating() : this;
      return merge(...toRead.map(({ id }) => book.readCourse(id, rank, isWhole))).pipe(
        scan((left) => left - 1, toRead.length),
        startWith(toRead.length),
        filter((left) => left > 0),
        endWith(0)
      );
    });
  }

  /**
   * What `source` reads, at once and again as the courses of its alerts arrive (AT6, AT7); `isComplete` once and last.
   * `titleOf` and `metricsOf` then give what is known at that moment.
   */
  withCourses<T>(
    source: Observable<T>,
    alertsOf: (read: T) => readonly Alert[],
    options: CourseOptions = {}
  ): Observable<{ read: T; isComplete: boolean }> {
    return source.pipe(
      switchMap((read) =>
        this.readCourses(alertsOf(read), options).pipe(
          throttleTime(SHOWN_EVERY, undefined, { leading: true, trailing: true }),
          map((left) => ({ read, isComplete: left === 0 }))
        )
      )
    );
  }

  private dueOf(alerts: readonly Alert[], most: number, isWhole: boolean): Alert[] {
    for (const { id, active } of alerts) {
      if (active === false && id !== '') {
        this.memory.noteEnd(id);
      }
    }
    const due = uniqBy([...alerts], 'id').filter(
      ({ id }) => id !== '' && this.memory.isStale(id, this.asking.now(), isWhole)
    );
    const [known, others] = partition(due, ({ id }) => this.memory.of(id).timeline !== null);
    return [...known, ...others.sort(bySeverity).slice(0, most)];
  }

  /** One course; one value, whatever happens. */
  private readCourse(id: string, rank: Rank, isWhole: boolean): Observable<true> {
    const { operations } = this.asking;
    // A query that has just read the events itself has its titles from them.
    const door = operations.asker === undefined ? operations : operations.asking(`${operations.asker} courses`);
    return this.readTimeline(id, isWhole ? EVENT_PAGES : COURSE_PAGES, door.ranked(rank)).pipe(
      ignoreElements(),
      catchError(() => EMPTY),
      endWith(true as const)
    );
  }

  /** As many pages of events; more where they are known. */
  private readTimeline(id: string, mostPages: number, door: Operations): Observable<Timeline> {
    return defer(() => {
      const { timeline, isFinal } = this.memory.of(id);
      const isThere = timeline && (isFinal || timeline.events.length >= mostPages * timeline.size);
      return isThere ? of(timeline) : this.readOn(id, timeline, mostPages, door);
    });
  }

  private readOn(id: string, timeline: Timeline | null, mostPages: number, door: Operations): Observable<Timeline> {
    const readPage = (page: number) => readEventPage(door, id, page, Math.min(1, page - 1));
    return readOn(timeline, readPage, mostPages).pipe(
      map((read) => ofAlert(read, id)),
      tap({
        next: (read) => this.memory.keepTimeline(id, read, this.asking.now()),
        error: () => this.memory.noteFailure(id, this.asking.now()),
      })
    );
  }

  /** The newest events of a list that is longer than what is read of it. They are not kept. */
  private readNewest(id: string): Observable<Timeline> {
    const options = {
      pageSize: PAGE_SIZE,
      id: ({ sequence, time }: AlertEvent) => (sequence === null ? null : `${sequence} ${time}`),
      fromEnd: true,
    };
    return readPages((page, turn) => readEventPage(this.asking.operations, id, page, turn), options).pipe(
      map(({ rows, cut, ...paged }) => {
        const reach = { reachesStart: cut !== 'start', reachesEnd: cut !== 'end' };
        return ofAlert({ ...paged, ...reach, events: rows, size: PAGE_SIZE }, id);
      })
    );
  }

  /**
   * A search for one metric. One of the last hour, or under way, serves as well if it covers what is wanted of this one.
   *
   * @param until later alerts do not count
   */
  private searchKept({ nodeId, metricId }: AlertMetric, range: Span, until: number): Observable<MetricSearch> {
    return defer(() => {
      const { similar } = this.memory;
      const key = seriesKey({ nodeId, metricId });
      const [now, kept] = [this.asking.now(), similar.get(key)];
      const isFresh = kept && now >= kept.at && now - kept.at < SIMILAR_FOR;
      if (isFresh && kept.range.from <= range.from && kept.range.to >= Math.min(range.to, until)) {
        return kept.found;
      }
      const found = this.search(range, { nodeId: nodeId ?? '', metricId: metricId ?? '' }, LAST).pipe(
        map(({ rows, cut, failure }) => ({ rows, isCut: cut !== null || failure !== null })),
        tap({ next: ({ isCut }) => isCut && similar.delete(key), error: () => similar.delete(key) }),
        shareReplay({ bufferSize: 1, refCount: true })
      );
      similar.set(key, { found, range, at: now });
      return found;
    });
  }
}

function readEventPage(door: Operations, id: string, page: number, turn: number): Observable<Page<AlertEvent>> {
  return listAlertEvents(door, id, { page, limit: PAGE_SIZE }, true, turn);
}

/** Courses are made once for each timeline, which never changes. */
const courses = new WeakMap<Timeline, Course>();

function courseOfTimeline(timeline: Timeline): Course {
  const course = courses.get(timeline) ?? courseOf(timeline.events);
  courses.set(timeline, course);
  return course;
}

/** The timeline with its alert's ID and in its order: the interface has it chronological, a sequence of each event's own shows it. */
function ofAlert(timeline: Timeline, id: string): Timeline {
  const events = timeline.events.map((event) => ({ ...event, alertId: event.alertId || id }));
  const sequences = new Set(events.map(({ sequence }) => sequence));
  const isNumbered = sequences.size === events.length && !sequences.has(null);
  return { ...timeline, events: isNumbered ? sortBy(events, 'sequence') : events };
}
