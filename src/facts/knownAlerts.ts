import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type ServiceFailure } from '../ground/failure';
import { type Operations } from '../service/operations';
import { perObject } from '../service/recent';
import { type AlertHistory, historyOf, historyUntil } from './history';
import { type AlertMemory, type AlertRecord, headOf, type Listed, memoryOf, newerListed, UNKNOWN } from './memory';
import { alertOfEvents } from './span';
import { type Timeline } from './timeline';
import { alertTitle, type Counted, firstMetric, namelessTitle } from './titles';

/** The requesting query: its access to the service, and the time. */
export interface BookContext {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  /** The page's time zone. Grafana's own if missing. */
  timeZone?: string;
}

/** An alert with the metrics of its row, if it has any. */
interface WithMetrics {
  id: string;
  metrics?: readonly AlertMetric[] | null;
}

function firstFilled(...known: Array<readonly AlertMetric[] | null | undefined>): readonly AlertMetric[] | null {
  return known.find((one) => one && one.length > 0) ?? null;
}

const historyOfHead = perObject(({ head }: Timeline) => historyOf(head));

/** For titles, the first page is enough, even if a later one is missing. */
function namingHistory({ timeline }: AlertRecord): AlertHistory | null {
  return timeline && historyOfHead(timeline);
}

/**
 * What one query knows about alerts. It sends no requests. Of histories, only those that it reads itself count, as deep as
 * it reads them, so that what other queries have read makes it faster, never different. Titles take all that is known.
 */
export class KnownAlerts {
  protected readonly memory: AlertMemory;
  /** Histories as of earlier moments. */
  private readonly earlier = new WeakMap<AlertHistory, Map<number, AlertHistory>>();

  /** @param until histories are known up to then: the end of a past range, in epoch milliseconds; titles are as of now */
  constructor(
    protected readonly context: BookContext,
    protected readonly until = Infinity,
    /** The metrics in the lists of this query, and the time of these lists. */
    protected readonly listed = new Map<string, Listed>(),
    /** The alerts whose events this query reads, and whether it reads more than the first pages. */
    protected readonly own = new Map<string, boolean>()
  ) {
    this.memory = memoryOf(context.operations);
  }

  /** The page's time zone. */
  get timeZone(): string | undefined {
    return this.context.timeZone;
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.context.now();
  }

  protected note(alerts: readonly Alert[], at?: number): void {
    this.memory.noteRows(alerts, this.now(), at);
    const moment = at ?? this.now();
    for (const { id, metrics } of alerts) {
      const newer = newerListed(this.listed.get(id) ?? null, metrics, moment);
      if (newer && id !== '') {
        this.listed.set(id, newer);
      }
    }
  }

  protected claim(id: string, isWhole: boolean): void {
    this.own.set(id, isWhole || this.own.get(id) === true);
  }

  private recordOf(id: string): AlertRecord {
    const isWhole = this.own.get(id);
    return isWhole === undefined ? UNKNOWN : isWhole ? this.memory.of(id) : headOf(this.memory.of(id));
  }

  /** The stored events of an alert from the first on. */
  knownEvents(id: string): readonly AlertEvent[] | null {
    return this.recordOf(id).timeline?.rows ?? null;
  }

  /** The known history of an alert. */
  historyOf(id: string): AlertHistory | null {
    const { history } = this.recordOf(id);
    return history && this.until < Infinity ? this.cachedHistory(id, history, this.until) : history;
  }

  /** A known history as of a moment. It is cached because comparisons use it repeatedly. */
  private cachedHistory(id: string, history: AlertHistory, moment: number): AlertHistory {
    const known = this.earlier.get(history) ?? new Map<number, AlertHistory>();
    const then = known.get(moment) ?? historyUntil(this.knownEvents(id) ?? [], moment);
    this.earlier.set(history, known.set(moment, then));
    return then;
  }

  /** Why the events of an alert could not be read. Null if they were read, or were not requested. */
  failureOf(id: string): ServiceFailure | null {
    return this.memory.of(id).failure;
  }

  /** The events of an alert if the service returned fewer than its total, although all pages were read. */
  incompleteTimelineOf(id: string): Timeline | null {
    const { timeline } = this.recordOf(id);
    return timeline && !timeline.isWhole && timeline.cut === null ? timeline : null;
  }

  /** The history of an alert if all its events are known, as of the last read. */
  wholeHistoryOf(id: string): AlertHistory | null {
    const { timeline, failedAt } = this.recordOf(id);
    return timeline?.isWhole && failedAt === null ? this.historyOf(id) : null;
  }

  /** An alert's history from its events up to a moment. Null if the first events are unknown. */
  historyAsOf(id: string, moment: number): AlertHistory | null {
    const history = this.wholeHistoryOf(id);
    const isOver = moment >= this.now() || (history?.ended ?? Infinity) <= moment;
    return history && !isOver ? this.cachedHistory(id, history, moment) : history;
  }

  /** The history of an alert from its known events, even if some are missing. Null without the first page. */
  knownHistory(id: string, now: number): AlertHistory | null {
    const events = this.knownEvents(id);
    return this.historyOf(id) ?? (events ? historyUntil(events, now) : null);
  }

  /** The metrics that an alert has or had, as far as this query knows: its own, its history's, or those in lists. */
  metricsOf({ id, metrics }: WithMetrics): readonly AlertMetric[] | null {
    return firstFilled(metrics, this.listed.get(id)?.metrics, this.historyOf(id)?.metrics);
  }

  /** The same, but all that it ever had if its history is known: its row and lists only show those that it still has. */
  metricsEverOf({ id, metrics }: WithMetrics): readonly AlertMetric[] | null {
    return firstFilled(this.historyOf(id)?.metrics, this.listed.get(id)?.metrics, metrics);
  }

  /** An alert's title from known data, never an ID. Sends no requests. */
  titleOf(alert: Counted & WithMetrics & { firstSeenAt?: number | null }): string {
    const record = this.memory.of(alert.id);
    const listed = firstFilled(alert.metrics, record.listed?.metrics);
    const known = alertTitle(alert, namingHistory(record), listed, record.ever);
    return known ?? namelessTitle(this.beginOf(alert), this.now(), this.context.timeZone);
  }

  /** The same for filters: from what this query reads. Null without counts. */
  ownTitleOf(alert: Counted & WithMetrics): string | null {
    const listed = firstFilled(alert.metrics, this.listed.get(alert.id)?.metrics);
    return alertTitle(alert, namingHistory(this.recordOf(alert.id)), listed);
  }

  private beginOf({ id, firstSeenAt }: { id: string; firstSeenAt?: number | null }): number | null {
    const { firstSeenAt: began, timeline } = this.memory.of(id);
    return firstSeenAt ?? began ?? alertOfEvents(id, timeline?.rows ?? [])?.firstSeenAt ?? null;
  }

  /** The metric in its title. */
  firstMetricOf({ id, metrics }: WithMetrics): AlertMetric | null {
    const record = this.memory.of(id);
    return firstMetric(namingHistory(record), firstFilled(metrics, record.listed?.metrics));
  }
}
