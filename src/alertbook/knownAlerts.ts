import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Operations } from '../service/operations';
import { type Course, courseUntil } from './course';
import { type AlertMemory, memoryOf } from './memory';
import { alertOfEvents } from './span';
import { HEAD_PAGES, lastPageOf, type Timeline, timelineOf } from './timeline';
import { alertTitle, type Counted, firstMetric, namelessTitle } from './titles';

/** Who asks: the query's door to the service, and the time. */
export interface Asking {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  /** Of the page; Grafana's own if missing. */
  timeZone?: string;
}

/** What one query knows of alerts; requests nothing. */
export class KnownAlerts {
  protected readonly memory: AlertMemory;
  /** Courses as they were at earlier moments. */
  private readonly earlier = new WeakMap<Course, Map<number, Course>>();

  /** @param until courses are known up to then: the end of a range that is over, in epoch milliseconds; titles are as of now */
  constructor(
    protected readonly asking: Asking,
    protected readonly until = Infinity,
    /** The metrics that the lists of this query showed, and of when. */
    protected readonly listed = new Map<string, { metrics: readonly AlertMetric[]; at: number }>()
  ) {
    this.memory = memoryOf(asking.operations);
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.asking.now();
  }

  protected note(alerts: readonly Alert[], at?: number): void {
    this.memory.noteRows(alerts, this.now(), at);
    const moment = at ?? this.now();
    for (const { id, metrics } of alerts) {
      if (metrics && metrics.length > 0 && (this.listed.get(id)?.at ?? -Infinity) <= moment) {
        this.listed.set(id, { metrics, at: moment });
      }
    }
  }

  /** The events of an alert as far as they are kept, from the first on; nothing is requested. */
  knownEvents(id: string): readonly AlertEvent[] | null {
    return this.memory.of(id).timeline?.rows ?? null;
  }

  /** The known course of an alert; requests nothing. */
  courseOf(id: string): Course | null {
    const { course } = this.memory.of(id);
    return course && this.until < Infinity ? this.courseThen(id, course, this.until) : course;
  }

  /** A known course as it was at a moment: comparisons need it again and again. */
  private courseThen(id: string, course: Course, moment: number): Course {
    const known = this.earlier.get(course) ?? new Map<number, Course>();
    const then = known.get(moment) ?? courseUntil(this.knownEvents(id) ?? [], moment);
    this.earlier.set(course, known.set(moment, then));
    return then;
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
    return course && !isOver ? this.courseThen(id, course, moment) : course;
  }

  /** The course of an alert as far as its events are known, also if some are missing; null if not even the first page is. */
  knownCourse(id: string, now: number): Course | null {
    const events = this.knownEvents(id);
    return this.courseOf(id) ?? (events ? courseUntil(events, now) : null);
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
}
