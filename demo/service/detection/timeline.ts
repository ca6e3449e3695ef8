import type { components } from '../schema';
import { MINUTE, floorTo } from '../time';
import type { Metric } from '../series/metric';
import type { DeviationType, Impact, Severity } from './severity';

/** An alert with its complete known timeline. Answers only show events until now. */
export interface AlertRecord {
  readonly id: string;
  /** In time order. The first is `created`, the last is `ended` if the alert ends. */
  readonly events: readonly TimelineEvent[];
}

export interface TimelineEvent {
  readonly sequence: number;
  readonly type: components['schemas']['EventType'];
  readonly at: number;
  /** The worst so far: an alert that was severe stays severe. */
  readonly impact: Impact;
  /** The current severity, null while only data is missing. At the end, the highest. */
  readonly score: number | null;
  /** The mean over the metrics, null without any. */
  readonly learned: number | null;
  readonly changes: readonly MetricChange[];
  /** The alert's metrics after the event. */
  readonly metrics: readonly MetricState[];
}

export interface MetricChange {
  readonly type: components['schemas']['ChangeType'];
  readonly metric: Metric;
  /** Null if the metric was removed. */
  readonly state: MetricState | null;
}

export interface MetricState {
  readonly metric: Metric;
  /** When the metric joined the alert, and when this last changed. */
  readonly started: number;
  readonly updated: number;
  readonly severity: Severity;
  readonly type: DeviationType;
  readonly deviation: number | null;
  readonly score: { readonly adjusted: number; readonly contribution: number };
  readonly learned: number;
}

/** The latest event of an alert at `time`, undefined before the first: the alert's state then. */
export function eventAt(alert: AlertRecord, time: number): TimelineEvent | undefined {
  let low = 0;
  let high = alert.events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (alert.events[middle].at <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return alert.events[low - 1];
}

export function isActive(event: TimelineEvent): boolean {
  return event.type !== 'ended';
}

/**
 * The latest event at `time`, as a request for that moment returns it: exactly at its end, an alert is seen for the last
 * time, in its previous state.
 */
export function stateAt(alert: AlertRecord, time: number): TimelineEvent | undefined {
  const event = eventAt(alert, time);
  return event && !isActive(event) && event.at === time ? alert.events[alert.events.indexOf(event) - 1] : event;
}

export function isActiveAt(alert: AlertRecord, time: number): boolean {
  const event = eventAt(alert, time);
  return event !== undefined && isActive(event);
}

export function firstSeenAt(alert: AlertRecord): number {
  return alert.events[0].at;
}

/** When the alert was last seen, as of `time`: its end, or the last check of the series. */
export function lastSeenAt(alert: AlertRecord, time: number): number {
  const event = eventAt(alert, time) ?? alert.events[0];
  return isActive(event) ? Math.max(event.at, floorTo(time, 5 * MINUTE)) : event.at;
}

/** Nodes and metrics in the alert after the event. */
export function affected(event: TimelineEvent): { nodes: number; metrics: number } {
  return { nodes: new Set(event.metrics.map((state) => state.metric.node.id)).size, metrics: event.metrics.length };
}

/** All metrics that were in the alert by `time`, in the order in which they joined. */
export function metricsUntil(alert: AlertRecord, time: number): Metric[] {
  const met = new Set<Metric>();
  for (const event of alert.events) {
    if (event.at <= time) {
      event.metrics.forEach((state) => met.add(state.metric));
    }
  }
  return [...met];
}
