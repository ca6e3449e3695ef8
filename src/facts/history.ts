import { sortBy } from 'lodash';
import { seriesKey } from '../ground/series';
import { type AlertEvent, type AlertMetric, type Change } from '../service/alerts';
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
