import { bufferTime, catchError, filter, map, merge, of, startWith, takeWhile, tap } from 'rxjs';
import { type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Rank } from '../service/client';
import { type ServiceFailure } from '../ground/failure';
import { perObject, Recent } from '../service/memory';
import { inItsTurn } from '../service/turns';
import { type ReadContext } from './facts';
import { type Entry, type Reader } from './reader';
import { type AlertHistory, eventsUntil, historyOf, worstFirst, alertOfEvents } from './history';
import { namedAlert } from './names';
import { type Ordered, severest } from './order';
import { headOf, isTitleDue, knownEvents, readFirstEvents, type Timeline } from './timeline';
import { alertTitle, type Counted, namelessTitle } from './titles';

/** The metrics of an alert, in the order in which they joined, and what its events show of it. */
export interface Course extends AlertHistory {
  events: readonly AlertEvent[];
  /** Whether no event is missing, and the last reading did not fail. */
  isWhole: boolean;
}

/** An alert with the metrics of its row, if it has any. */
interface WithMetrics {
  id: string;
  metrics?: readonly AlertMetric[] | null;
}

/** What was read of an alert's events. */
interface EventsRead {
  data?: Timeline;
  error?: unknown;
}

/** The first page of events, which is an alert's course however many pages follow. */
const courseEventsOf = perObject(headOf);

/** The number of moments that count at once: now, and the ends of a few panels' past ranges. Each refresh can have others. */
const MOST_MOMENTS = 8;

/** The histories of events up to a moment, which comparisons need repeatedly. */
const historiesOf = perObject(({ rows }: Timeline) => {
  const histories = new Recent<AlertHistory>(MOST_MOMENTS);
  return (moment: number) => {
    const key = String(moment);
    return histories.get(key) ?? histories.set(key, historyOf(eventsUntil(rows, moment)));
  };
});

/** For titles, the first page is enough, even if a later one is missing. */
function namingHistory(events: Timeline | undefined): AlertHistory | null {
  return events ? historiesOf(courseEventsOf(events))(Infinity) : null;
}

/**
 * The courses of alerts that were read for an answer. What other queries have read makes them faster, never different. Titles
 * take all that is known.
 */
export class Courses {
  /**
   * @param read what was read, by the alerts' IDs
   * @param moment the end of a past range, up to which courses are known; titles are as of now
   */
  constructor(
    private readonly context: ReadContext,
    private readonly read: ReadonlyMap<string, EventsRead> = new Map(),
    private readonly moment = Infinity
  ) {}

  of(id: string): Course | null {
    const { data, error } = this.read.get(id) ?? {};
    return data
      ? {
          ...historiesOf(data)(this.moment),
          events: data.rows,
          isWhole: data.isWhole && error === undefined,
        }
      : null;
  }

  /** The course of an alert if no event is missing, as of the last reading. */
  whole(id: string): Course | null {
    const course = this.of(id);
    return course?.isWhole ? course : null;
  }

  /** Why the events of an alert could not be read. Undefined if they were read, or were not requested. */
  failureOf(id: string): unknown {
    return this.read.get(id)?.error;
  }

  /** The metrics that an alert has or had, from its row or its course. */
  metricsOf({ id, metrics }: WithMetrics): readonly AlertMetric[] | null {
    return firstFilled(metrics, this.of(id)?.metrics);
  }

  /** All metrics that it ever had, if its course is known: its row only shows those that it still has. */
  metricsEverOf({ id, metrics }: WithMetrics): readonly AlertMetric[] | null {
    return firstFilled(this.of(id)?.metrics, metrics);
  }

  /** An alert's title. Never an ID. */
  titleOf(alert: Counted & WithMetrics & { firstSeenAt?: number | null }): string {
    const { id, metrics, firstSeenAt } = alert;
    const { listed, ever, firstSeenAt: began } = namedAlert(this.context, id);
    const events = this.eventsOf(id);
    const known = alertTitle(alert, namingHistory(events), firstFilled(metrics, listed), ever);
    const start = () => firstSeenAt ?? began ?? alertOfEvents(id, events?.rows ?? [])?.firstSeenAt ?? null;
    return known ?? namelessTitle(start(), this.context.now(), this.context.timeZone);
  }

  /** The same for filters: from what was read for this answer. Null without counts. */
  ownTitleOf(alert: Counted & WithMetrics): string | null {
    const events = this.read.get(alert.id)?.data;
    return alertTitle(alert, namingHistory(events), firstFilled(alert.metrics));
  }

  /** The metric in its title. */
  firstMetricOf({ id, metrics }: WithMetrics): AlertMetric | null {
    const listed = firstFilled(metrics, namedAlert(this.context, id).listed);
    return namingHistory(this.eventsOf(id))?.metrics.at(0) ?? worstFirst(listed ?? []).at(0) ?? null;
  }

  private eventsOf(id: string): Timeline | undefined {
    return this.read.get(id)?.data ?? knownEvents(this.context, id).data;
  }
}

function firstFilled(...known: Array<readonly AlertMetric[] | null | undefined>): readonly AlertMetric[] | null {
  return known.find((one) => one && one.length > 0) ?? null;
}

/** Which courses are read. */
interface CourseOptions {
  /** The maximum of (new) ones. */
  most?: number;
  /** The priority of the requests: 1 if rows depend on them, 2 if they only add names to rows. */
  rank?: Rank;
  /** The end of a past range, in epoch milliseconds: later events do not count. */
  moment?: number;
}

/** The number of courses that one run starts to read. */
export const MOST_COURSES = 50;
/** Courses that determine groups, ends of alerts, or displayed rows. */
export const DECIDING = { most: 200, rank: 1 } as const;
/** Requests that only add details to rows are sent last, and given up after this time without an answer, in milliseconds. */
const LAST: Rank = 2;
const PATIENCE = 20_000;
/** How often rows are updated while titles arrive, in milliseconds. */
const SHOWN_EVERY = 250;

/** For requests that only add details to rows: they are given up after 20 s without an answer. */
export function withPatience<C extends ReadContext>(context: C): C {
  return { ...context, operations: context.operations.with({ patience: PATIENCE }) };
}

/**
 * The first pages of events of the `most` most severe alerts. If they only add details to rows, up to `most` without a known
 * name are read. Failures cause no error.
 */
export function coursesOf(
  context: ReadContext,
  alerts: readonly Ordered[],
  { most = MOST_COURSES, rank = LAST, moment }: CourseOptions = {}
): Entry<Courses> {
  const isForTitle = rank === LAST;
  const from = isForTitle ? withPatience(context) : context;
  const operations = from.operations.with({ rank });
  const readOne = (id: string) =>
    inItsTurn(readFirstEvents(context, id, { operations, isForTitle })).pipe(
      // In its own turn, because all histories together take long.
      tap(namingHistory),
      map(() => true),
      catchError(({ kind }: ServiceFailure) => of(kind !== 'timeout'))
    );
  const start = () => {
    const all = severest(alerts, Infinity).map(({ id }) => id);
    const chosen = all.slice(0, most);
    const toRead = isForTitle ? all.filter((id) => isTitleDue(context, id)).slice(0, most) : chosen;
    const firstPageOf = (id: string) => {
      const { data, error } = knownEvents(context, id);
      return { data: data && courseEventsOf(data), error };
    };
    return merge(...toRead.map(readOne)).pipe(
      // If one that only adds details times out, the others are not waited for.
      takeWhile((isAnswered) => isAnswered || !isForTitle),
      bufferTime(SHOWN_EVERY),
      startWith([true]),
      filter(({ length }) => length > 0),
      map(() => new Courses(context, new Map(chosen.map((id) => [id, firstPageOf(id)])), moment))
    );
  };
  return { key: `courses ${JSON.stringify([most, rank, moment, alerts.map(({ id }) => id)])}`, start };
}

/** The courses of alerts, as far as they were read. */
export function readCourses(
  reader: Reader,
  context: ReadContext,
  alerts: readonly Ordered[],
  options?: CourseOptions
): { courses: Courses; isFetching: boolean } {
  const { data, isFetching } = reader.read(coursesOf(context, alerts, options));
  return { courses: data ?? new Courses(context), isFetching };
}
