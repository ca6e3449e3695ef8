import { findLast } from 'lodash';
import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { type AlertBook } from '../alertbook/alertBook';
import { type CourseMetric } from '../alertbook/course';
import { type AlertSpan, alertOfEvents, spanOf } from '../alertbook/span';
import { type Timeline } from '../alertbook/timeline';
import { type EndedBy } from '../judging/endedBy';
import { type Judgment } from '../judging/judgeMetric';
import { type Stay } from '../judging/stays';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Span } from '../time/spans';

/** An alert as of now, with its course. Times are epoch milliseconds. */
export interface AlertStory {
  alert: Alert;
  title: string;
  span: AlertSpan;
  /** Its metrics in the order in which they joined. */
  metrics: readonly CourseMetric[];
  /** Whether every event was read. */
  isWhole: boolean;
  timeline: Timeline | null;
  /** Why the single alert could not be read. */
  failures: unknown[];
  now: number;
}

/** A metric of the alert, and what its data shows. */
export interface MetricStory {
  metric: CourseMetric;
  /** Null if its data was not read, or is still to come. */
  snapshot: Snapshot | null;
  judgment: Judgment | null;
  /** The time outside that includes its joining. */
  stay: Stay | null;
  /** How it came back; null if it is not back, or if that is not known. */
  endedBy: EndedBy | null;
}

/**
 * Reads an alert and its events. An alert that ended is not found any more; its events show it.
 *
 * @returns null if the service knows neither; fails if the events cannot be read
 */
export function readAlert(book: AlertBook, id: string, now: number): Observable<AlertStory | null> {
  const events = book.events(id).pipe(
    catchError((failure: unknown) => {
      if (isGone(failure)) {
        return of(null);
      }
      throw failure;
    })
  );
  const single = book.single(id).pipe(catchError((failure: unknown) => of({ failure })));
  return forkJoin([events, single]).pipe(
    map(([timeline, found]) => {
      const isFailed = 'failure' in found;
      const alert = isFailed ? ofTimeline(id, timeline, isGone(found.failure)) : found;
      return alert === null
        ? null
        : {
            alert,
            title: book.titleOf(alert),
            span: spanOf(alert, now),
            metrics: book.courseOf(id)?.metrics ?? [],
            isWhole: timeline !== null && timeline.reachesStart && timeline.reachesEnd && timeline.failure === null,
            timeline,
            failures: isFailed && !isGone(found.failure) ? [found.failure] : [],
            now,
          };
    })
  );
}

/** The time whose metric data is read: the alert's, and one hour before it. Null if the alert has no time. */
export function timeToRead({ span: { from, to }, metrics, timeline, now }: AlertStory): Span | null {
  const joined = metrics.flatMap(({ joinedAt }) => joinedAt ?? []);
  const began = Math.min(...joined, from ?? Infinity);
  const end = to ?? timeline?.events.at(-1)?.time ?? now;
  return Number.isFinite(began) ? { from: began - HOUR, to: Math.max(end, began) } : null;
}

/** @param hasEnded whether the service says so, also if its last event was not read */
function ofTimeline(id: string, timeline: Timeline | null, hasEnded: boolean): Alert | null {
  const events = timeline?.events ?? [];
  const alert = alertOfEvents(id, events);
  if (!alert) {
    return null;
  }
  const impact = alert.impact ?? findLast(events, (event) => event.impact !== null)?.impact ?? null;
  return hasEnded && alert.active ? { ...alert, impact, active: false, lastSeenAt: null } : { ...alert, impact };
}
