import { type Alert, type AlertEvent } from '../service/alerts';
import { type Span } from '../ground/spans';
import { isEnd } from './history';

/** When an alert was active, in epoch milliseconds. */
export interface AlertSpan {
  /** Null if the service returns no start. */
  from: number | null;
  /** Now if it is active. Null if it has ended and the service returns no end. */
  to: number | null;
  /** It continues: `to` is now. */
  isOpen: boolean;
}

/** The fields that determine an alert's span. */
export type Lasting = Pick<Alert, 'active' | 'firstSeenAt' | 'lastSeenAt'>;

/** When an alert was active. Everything uses this function. @param now epoch milliseconds, or the moment in question */
export function spanOf({ active, firstSeenAt, lastSeenAt }: Lasting, now: number): AlertSpan {
  return active
    ? { from: firstSeenAt, to: Math.max(now, firstSeenAt ?? now), isOpen: true }
    : { from: firstSeenAt, to: lastSeenAt, isOpen: false };
}

/** How long an alert lasted, in milliseconds. Null if a time is missing, or the end is before the start. */
export function durationOf(alert: Lasting, now: number): number | null {
  const { from, to } = spanOf(alert, now);
  return from === null || to === null || to < from ? null : to - from;
}

/** When an alert ended. Infinity if it is active, or its end is unknown. */
export function endOf({ active, lastSeenAt }: Pick<Alert, 'active' | 'lastSeenAt'>): number {
  return active ? Infinity : (lastSeenAt ?? Infinity);
}

/** Whether an alert's span touches the range. A missing time counts as open, and so does the end of an active alert. */
export function meets(alert: Lasting, { from, to }: Span): boolean {
  return (alert.firstSeenAt ?? -Infinity) <= to && endOf(alert) >= from;
}

/**
 * An alert according to its events: since the first, in the state of the newest, with the newest known impact. An event
 * without `active` counts as open until a later one ends the alert. Null without events.
 */
export function alertOfEvents(id: string, events: readonly AlertEvent[]): Alert | null {
  const newest = events.at(-1);
  if (!newest) {
    return null;
  }
  const { activeNodes, activeMetrics, score, learningStatus } = newest;
  return {
    id,
    impact: events.findLast(({ impact }) => impact !== null)?.impact ?? null,
    active: !isEnd(newest),
    firstSeenAt: events.find(({ time }) => time !== null)?.time ?? null,
    lastSeenAt: newest.time,
    activeNodes,
    activeMetrics,
    score,
    learningStatus,
    metrics: null,
  };
}

/** How long an alert lasted, according to its events. Its row can show its end although no event does. */
export function lastingOf(id: string, events: readonly AlertEvent[], row?: Lasting): Lasting {
  const { active = null, firstSeenAt = null, lastSeenAt = null } = alertOfEvents(id, events) ?? {};
  return active && row?.active === false
    ? { active: false, firstSeenAt, lastSeenAt: row.lastSeenAt ?? lastSeenAt }
    : { active, firstSeenAt, lastSeenAt };
}
