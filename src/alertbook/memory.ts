import { type Observable } from 'rxjs';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Paged } from '../service/paging';
import { perInstance, Recent } from '../service/recent';
import { MINUTE } from '../settings';
import { type Span } from '../time/spans';
import { type Course, courseOf, isEnd } from './course';

/** An alert's events with changes, in chronological order, as far as they were read. */
export type Timeline = Paged<AlertEvent>;

/** The alerts that a search for one metric found. */
export interface MetricSearch {
  rows: Alert[];
  /** Whether rows are missing. */
  isCut: boolean;
}

/** All that is kept about one alert. */
interface AlertRecord {
  /** The metrics that the newest list or single alert showed, and when that was (epoch milliseconds). */
  listed: { metrics: readonly AlertMetric[]; at: number } | null;
  /** Whether the newest row showed it as active; null where none did. */
  isActive: boolean | null;
  /** Without gaps, from the first event on. */
  timeline: Timeline | null;
  /** What the timeline shows. */
  course: Course | null;
  /** Whether it was known to have ended when its events were last read to their end. */
  isFinal: boolean;
  /** When its events last could not be read, in epoch milliseconds. */
  failedAt: number | null;
}

const UNKNOWN: AlertRecord = {
  listed: null,
  isActive: null,
  timeline: null,
  course: null,
  isFinal: false,
  failedAt: null,
};

/** Events and listed metrics that are kept, all alerts together; the alerts that nobody asked about for longest go first. */
const MOST_KEPT = 100_000;
const MOST_SEARCHES = 500;
const RETRY_AFTER = MINUTE;

/** What one data source keeps about alerts. Times are epoch milliseconds. */
export class AlertMemory {
  /** Whether the service has alerts of a range that has passed, by `from` and `to`. */
  readonly eras = new Recent<boolean>(MOST_SEARCHES);
  /** Searches for one metric, for similar alerts, by the metric; those under way, too. */
  readonly searches = new Recent<{ found: Observable<MetricSearch>; range: Span; at: number }>(MOST_SEARCHES);
  private readonly alerts = new Recent<AlertRecord>(MOST_KEPT, ({ timeline, listed }) => {
    return 1 + (timeline?.rows.length ?? 0) + (listed?.metrics.length ?? 0);
  });

  /**
   * How long an alert's events are trusted: an ended alert's for good; those that could not be read rest for a minute; all
   * others are read on.
   *
   * @param isWhole those that five pages cut are read on, too
   */
  isStale(id: string, now: number, isWhole: boolean): boolean {
    const { timeline, isFinal, failedAt } = this.of(id);
    const hasJustFailed = failedAt !== null && now >= failedAt && now - failedAt < RETRY_AFTER;
    return !isFinal && !hasJustFailed && (isWhole || timeline?.cut !== 'end');
  }

  /** Whether a row had that ID. */
  has(id: string): boolean {
    return this.of(id) !== UNKNOWN;
  }

  of(id: string): AlertRecord {
    return this.alerts.get(id) ?? UNKNOWN;
  }

  /** Notes what rows show. @param moment what they describe; undefined: now */
  noteRows(rows: readonly Alert[], now: number, moment?: number): void {
    const at = moment ?? now;
    const isNow = moment === undefined;
    for (const { id, metrics, active } of rows.filter((row) => row.id !== '')) {
      const { listed, isActive, isFinal } = this.of(id);
      const isNewer = metrics && metrics.length > 0 && (listed?.at ?? -Infinity) <= at;
      this.change(id, {
        listed: isNewer ? { metrics, at } : listed,
        isActive: isNow ? active : isActive,
        isFinal: isFinal && !(isNow && active === true),
      });
    }
  }

  /** Keeps a timeline without gaps; what leads up to a missing page is read again. */
  keepTimeline(id: string, timeline: Timeline, now: number): void {
    if (timeline.failure !== null) {
      this.noteFailure(id, now);
      return;
    }
    const newest = timeline.rows.at(-1);
    const hasEnded = this.of(id).isActive === false || (newest !== undefined && isEnd(newest));
    const course = courseOf(timeline.rows);
    this.change(id, { timeline, course, isFinal: hasEnded && timeline.cut === null, failedAt: null });
  }

  noteFailure(id: string, now: number): void {
    this.change(id, { failedAt: now });
  }

  private change(id: string, changed: Partial<AlertRecord>): void {
    this.alerts.set(id, { ...this.of(id), ...changed });
  }
}

/** Of each data source its own. */
export const memoryOf = perInstance(() => new AlertMemory());
