import { sortBy } from 'lodash';
import { seriesKey } from '../ground/series';
import { type AlertEvent, type AlertMetric, type Change, type Alert } from '../service/alerts';
import { type Span } from '../ground/spans';
import { severityRank } from './order';

/** One metric during an alert. Its own fields (severity, score, ...) have the values of its newest change. */
export interface MetricHistory extends AlertMetric {
  /** When it first joined, in epoch milliseconds. Null if that event has no time. */
  joinedAt: number | null;
  /** The worst severity in all changes. */
  worst: string | null;
  /** When it was part of the alert, in order. The last span is open (`to` is Infinity) until it is removed. */
  spans: Span[];
}

/** An alert according to its events with changes. */
export interface AlertHistory {
  /** Every metric that was ever part of the alert, in the order of joining. Metrics of one event are sorted by severity. */
  metrics: MetricHistory[];
  /** When the alert began: the time of its first event, in epoch milliseconds. */
  began: number | null;
  /** When its newest event ended it. Null if it did not, or if that event has no time. */
  ended: number | null;
}

/** @param events of one alert, in order, with changes */
export function historyOf(events: readonly AlertEvent[]): AlertHistory {
  const metrics = new Map<string, MetricHistory>();
  for (const { time, changes } of events) {
    const changed = new Map<string, MetricHistory>();
    for (const { change, ...metric } of changes ?? []) {
      const key = seriesKey(metric);
      const known = changed.get(key) ?? metrics.get(key);
      if (change !== 'removed') {
        changed.set(key, joined(known, metric, time));
      } else if (known) {
        changed.set(key, left(known, metric, time));
      }
    }
    worstFirst([...changed.values()]).forEach((metric) => metrics.set(seriesKey(metric), metric));
  }
  const newest = events.at(-1);
  return {
    metrics: [...metrics.values()],
    began: events.find(({ time }) => time !== null)?.time ?? null,
    ended: newest && isEnd(newest) ? newest.time : null,
  };
}

/** @param moment epoch milliseconds */
export function eventsUntil(events: readonly AlertEvent[], moment: number): AlertEvent[] {
  return events.filter(({ time }) => time === null || time <= moment);
}

/** Whether an event ends its alert. An event without `active` only does if its type is the end. */
export function isEnd({ eventType, active }: AlertEvent): boolean {
  return eventType === 'ended' || active === false;
}

/** Metrics by severity, then by contribution, both the largest first, then in their order. */
export function worstFirst<M extends Pick<AlertMetric, 'severity' | 'scoreContribution'>>(metrics: readonly M[]): M[] {
  return sortBy(metrics, [
    ({ severity }) => severityRank(severity),
    ({ scoreContribution }) => -(scoreContribution ?? -Infinity),
  ]);
}

/** A metric that joins the alert, or changes while it is part of it. */
function joined(known: MetricHistory | undefined, metric: AlertMetric, time: number | null): MetricHistory {
  if (!known) {
    return { ...metric, joinedAt: time, worst: metric.severity, spans: [{ from: time ?? -Infinity, to: Infinity }] };
  }
  const worst = severityRank(metric.severity) < severityRank(known.worst) ? metric.severity : known.worst;
  const isPart = known.spans.at(-1)?.to === Infinity;
  const spans = isPart ? known.spans : [...known.spans, { from: time ?? -Infinity, to: Infinity }];
  return { ...known, ...withNames(metric, known), worst, spans };
}

function left(known: MetricHistory, metric: AlertMetric, time: number | null): MetricHistory {
  const spans = known.spans.map(({ from, to }) => ({ from, to: to === Infinity ? (time ?? from) : to }));
  return { ...withNames(known, metric), spans };
}

/** A metric's values, with missing names from another description of it. */
function withNames<M extends AlertMetric>(metric: M, other: AlertMetric): M {
  return {
    ...metric,
    nodeName: metric.nodeName ?? other.nodeName,
    systemId: metric.systemId ?? other.systemId,
    systemName: metric.systemName ?? other.systemName,
    metricName: metric.metricName ?? other.metricName,
  };
}

/**
 * The previous state of each change's metric in its alert: the latest change with a severity, or none.
 *
 * @param events each alert's in the order of its list
 */
export function earlierChanges(events: readonly AlertEvent[]): ReadonlyMap<Change, Change> {
  const earlier = new Map<Change, Change>();
  const latest = new Map<string, Change>();
  for (const { alertId, changes } of events) {
    for (const change of changes ?? []) {
      const key = JSON.stringify([alertId, change.nodeId, change.metricId]);
      const before = latest.get(key);
      if (before) {
        earlier.set(change, before);
      }
      if (change.change === 'removed') {
        // A metric that returns is new again.
        latest.delete(key);
      } else if (change.severity !== null) {
        latest.set(key, change);
      }
    }
  }
  return earlier;
}

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
