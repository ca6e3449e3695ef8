import { sortBy } from 'lodash';
import { seriesKey } from '../query/series';
import { type AlertEvent, type AlertMetric, type Change } from '../service/alerts';
import { type Span } from '../time/spans';
import { severityRank } from './order';

/** One metric over the course of an alert. Its own fields (severity, score, ...) have the values of its newest change. */
export interface CourseMetric extends AlertMetric {
  /** When it first joined, in epoch milliseconds; null if that event has no time. */
  joinedAt: number | null;
  /** The worst severity that any change showed. */
  worst: string | null;
  /** When it was part of the alert, in order; the last span is open (`to` is Infinity) until it is removed. */
  spans: Span[];
}

/** An alert as its events with changes show it. */
export interface Course {
  /** Every metric that was ever part of the alert, in the order of joining; metrics of one event by severity. */
  metrics: CourseMetric[];
  /** When the alert began: the time of its first event, in epoch milliseconds. */
  began: number | null;
  /** When its newest event ended it; null if it did not, or if that event has no time. */
  ended: number | null;
}

/** @param events of one alert, in order, with changes */
export function courseOf(events: readonly AlertEvent[]): Course {
  const metrics = new Map<string, CourseMetric>();
  for (const { time, changes } of events) {
    for (const { change, ...metric } of worstFirst(changes ?? [])) {
      const key = seriesKey(metric);
      const known = metrics.get(key);
      if (change !== 'removed') {
        metrics.set(key, joined(known, metric, time));
      } else if (known) {
        metrics.set(key, left(known, metric, time));
      }
    }
  }
  const newest = events.at(-1);
  return {
    metrics: [...metrics.values()],
    began: events.find(({ time }) => time !== null)?.time ?? null,
    ended: newest && isEnd(newest) ? newest.time : null,
  };
}

/** An alert's course as its events up to a moment show it. @param moment epoch milliseconds */
export function courseUntil(events: readonly AlertEvent[], moment: number): Course {
  return courseOf(events.filter(({ time }) => time === null || time <= moment));
}

/** Whether an event ends its alert. An event that does not show `active` is open unless it is the end. */
export function isEnd({ eventType, active }: AlertEvent): boolean {
  return eventType === 'ended' || active === false;
}

/** Whether the metric was part of the alert at any moment of the range. @param until when the alert ended; epoch milliseconds */
export function wasPart({ spans }: Pick<CourseMetric, 'spans'>, { from, to }: Span, until = Infinity): boolean {
  return spans.some((span) => span.from <= to && Math.min(span.to, Math.max(until, span.from)) >= from);
}

/** The worst metric by severity, then by the largest contribution, then the one listed first. */
export function worstFirst<M extends Pick<AlertMetric, 'severity' | 'scoreContribution'>>(metrics: readonly M[]): M[] {
  return sortBy(metrics, [
    ({ severity }) => severityRank(severity),
    ({ scoreContribution }) => -(scoreContribution ?? -Infinity),
  ]);
}

/** A metric that joins the alert, or changes while it is part of it. */
function joined(known: CourseMetric | undefined, metric: AlertMetric, time: number | null): CourseMetric {
  if (!known) {
    return { ...metric, joinedAt: time, worst: metric.severity, spans: [{ from: time ?? -Infinity, to: Infinity }] };
  }
  const worst = severityRank(metric.severity) < severityRank(known.worst) ? metric.severity : known.worst;
  const isPart = known.spans.at(-1)?.to === Infinity;
  const spans = isPart ? known.spans : [...known.spans, { from: time ?? -Infinity, to: Infinity }];
  return { ...known, ...withNames(metric, known), worst, spans };
}

function left(known: CourseMetric, metric: AlertMetric, time: number | null): CourseMetric {
  const spans = known.spans.map(({ from, to }) => ({ from, to: to === Infinity ? (time ?? from) : to }));
  return { ...withNames(known, metric), spans };
}

/** A metric's values with the names that are missing taken from another description of it. */
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
 * What earlier changes said of each change's metric, within its alert: the latest one that shows a severity, or none.
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
        // One that comes again is new again.
        latest.delete(key);
      } else if (change.severity !== null) {
        latest.set(key, change);
      }
    }
  }
  return earlier;
}
