import { isEqual, uniqBy } from 'lodash';
import { seriesKey } from '../ground/series';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type ServiceFailure } from '../ground/failure';
import { type Operations } from '../service/operations';
import { perInstance, perObject, Recent } from '../service/recent';
import { isStale } from '../service/trust';
import { type AlertHistory, historyOf, isEnd } from './history';
import { namesOf } from './names';
import { isSound, type Timeline } from './timeline';

/** An alert's metrics in a list or a single alert, and the moment that it describes, in epoch milliseconds. */
export interface Listed {
  metrics: readonly AlertMetric[];
  at: number;
}

/** The one of the later moment. Of the same moment, the one that was read last. */
export function newerListed(known: Listed | null, metrics: Alert['metrics'], at: number): Listed | null {
  return metrics && metrics.length > 0 && (known?.at ?? -Infinity) <= at ? { metrics, at } : known;
}

/** Everything that is stored about one alert. */
export interface AlertRecord {
  /** The newest. */
  listed: Listed | null;
  /** The metrics in all lists that showed it. */
  ever: readonly AlertMetric[];
  /** Its start, from the newest row that has one. Epoch milliseconds. */
  firstSeenAt: number | null;
  /** Whether the newest row showed it as active. Null if there was none. */
  isActive: boolean | null;
  /** Its events. Null if none was read. */
  timeline: Timeline | null;
  /** The history from the timeline. */
  history: AlertHistory | null;
  /** Whether it was known to have ended when its events were last read to the end. */
  isFinal: boolean;
  /** When its events were first read after a row had shown its end, in epoch milliseconds. */
  endReadAt: number | null;
  /** When reading its events last failed, in epoch milliseconds. */
  failedAt: number | null;
  /** The reason, if the service returned one. */
  failure: ServiceFailure | null;
}

export const UNKNOWN: AlertRecord = {
  listed: null,
  ever: [],
  firstSeenAt: null,
  isActive: null,
  timeline: null,
  history: null,
  isFinal: false,
  endReadAt: null,
  failedAt: null,
  failure: null,
};

/** What the first page of an alert's events shows. */
export const headOf = perObject((known: AlertRecord): AlertRecord => {
  const { timeline } = known;
  const isWhole = timeline?.hasHead === true;
  // The first page is an alert's course, however many pages follow.
  return (
    (timeline && {
      ...known,
      timeline: { ...timeline, rows: [...timeline.head], cut: null, isWhole },
      history: historyOf(timeline.head),
    }) ||
    known
  );
});

/**
 * The maximum of stored events and listed metrics, for all alerts together. The alerts that were read longest ago are
 * removed first.
 */
const MOST_KEPT = 100_000;

/** How far events are read: until they name the alert, the first page as it is now, or all pages. */
export type Depth = 'name' | 'course' | 'all';

/** What one data source stores about alerts. Times are epoch milliseconds. */
export class AlertMemory {
  private readonly alerts = new Recent<AlertRecord>(MOST_KEPT, ({ timeline, listed, ever }) => {
    return 1 + (timeline?.rows.length ?? 0) + (listed?.metrics.length ?? 0) + ever.length;
  });

  /** @param ids of alerts that the service returned */
  constructor(private readonly ids: Set<string>) {}

  /**
   * How long an alert's events remain valid: an ended alert's forever. After a failure, they are not requested for a
   * minute. All others are read on.
   */
  isStale(id: string, now: number, depth: Depth): boolean {
    const { timeline, history, isFinal, failedAt } = this.of(id);
    const hasJustFailed = failedAt !== null && !isStale('failedEvents', failedAt, now);
    if (isFinal || hasJustFailed || depth === 'all') {
      return !isFinal && !hasJustFailed;
    }
    const isFull = timeline !== null && (timeline.total ?? 0) > timeline.head.length;
    return !isFull && (depth === 'course' || !history?.metrics.length);
  }

  of(id: string): AlertRecord {
    return this.alerts.get(id) ?? UNKNOWN;
  }

  /** Stores what rows show. @param moment the time that they describe; undefined: now */
  noteRows(rows: readonly Alert[], now: number, moment?: number): void {
    const at = moment ?? now;
    const isNow = moment === undefined;
    for (const { id, metrics, active, firstSeenAt } of rows.filter((row) => row.id !== '')) {
      const { listed, ever, isActive, isFinal, firstSeenAt: began } = this.of(id);
      this.change(id, {
        listed: newerListed(listed, metrics, at),
        ever: metrics?.length ? uniqBy([...ever, ...metrics], seriesKey) : ever,
        firstSeenAt: firstSeenAt ?? began,
        isActive: isNow ? active : isActive,
        isFinal: isFinal && !(isNow && active === true),
      });
    }
  }

  /**
   * Stores pages of events.
   *
   * @param hasEnded whether the alert was known to have ended when they were requested
   * @returns the current state: another reader may have read more meanwhile
   */
  keepEvents(id: string, read: Timeline, hasEnded: boolean, now: number): Timeline {
    const { history, timeline: before, endReadAt } = this.of(id);
    const isShallower = before?.isDeep && !read.isDeep && !read.isWhole && isSound(before);
    // Several panels store one answer.
    const timeline = before && (isShallower || isEqual(before, read)) ? before : read;
    const newest = timeline.rows.at(-1);
    // Panels share answers, so events that were read while it was active can arrive once more.
    const isRead = before === null || (endReadAt !== null && isStale('answer', endReadAt, now));
    const isOver = (hasEnded && isRead) || (newest !== undefined && isEnd(newest));
    this.change(id, {
      timeline,
      // An incomplete list is not treated as the complete one.
      history: timeline.failure || timeline === before ? history : historyOf(timeline.rows),
      // If the total contradicts the events, they are read on.
      isFinal: isOver && isSound(timeline) && (timeline.isWhole || timeline.cut !== null),
      endReadAt: hasEnded ? (endReadAt ?? now) : null,
      failedAt: isSound(timeline) ? null : now,
      failure: timeline.failure,
    });
    return timeline;
  }

  noteFailure(id: string, failure: ServiceFailure, now: number): void {
    this.change(id, { failedAt: now, failure });
  }

  private change(id: string, changed: Partial<AlertRecord>): void {
    this.ids.add(id);
    this.alerts.set(id, { ...this.of(id), ...changed });
  }
}

const memories = perInstance((ids: Set<string>) => new AlertMemory(ids));

/** One for each data source. */
export function memoryOf(operations: Operations): AlertMemory {
  return memories(operations, namesOf(operations).alertIds);
}
