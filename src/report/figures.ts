import { max } from 'lodash';
import { seriesKey } from '../query/series';
import { type ActiveAlert } from '../judging/active';
import { type MetricHistory, wasPart } from '../alertbook/history';
import { durationOf, spanOf } from '../alertbook/span';
import { median } from '../judging/endedBy';
import { type Alert, type AlertMetric } from '../service/alerts';
import { HOUR } from '../settings';
import { type Span } from '../time/spans';

/** What a report needs to know about an alert. Times are epoch milliseconds. */
export interface ReportAlert extends Pick<Alert, 'id' | 'impact' | 'active' | 'score'> {
  /** When it began. Null: unknown, so that it counts from the start of every range. */
  began: number | null;
  /** When it ended. Null: it is active, or its end is unknown. */
  ended: number | null;
  /** Until when it counts as active: its end, or the last time when it is known to be active. */
  until: number;
  /** Its whole duration in milliseconds. Null if a time is missing, or the end is before the start. */
  duration: number | null;
  /** Its metrics over its history. Empty: the history is unknown. */
  metrics: readonly ReportMetric[];
  /** Whether these are all its metrics. */
  isKnown: boolean;
}

export type ReportMetric = AlertMetric & Pick<MetricHistory, 'spans'>;

/** Numbers of a row. Times are in milliseconds. */
export interface Figures {
  alerts: number;
  /** How long the alerts were active in the span. Overlapping alerts each count. */
  activeTime: number;
  /** Of the whole durations. Null if none is known. */
  longest: number | null;
  median: number | null;
  /** How many came back. Null while histories are loading. */
  repeats: number | null;
}

/** @param metrics of the alert's history @param now epoch milliseconds @param isKnown whether they are all its metrics */
export function toReportAlert(
  alert: ActiveAlert,
  metrics: readonly ReportMetric[],
  now: number,
  isKnown: boolean
): ReportAlert {
  const { id, impact, active, score, activeAt = now, firstSeenAt, lastSeenAt } = alert;
  return {
    id,
    impact,
    active,
    score,
    began: firstSeenAt,
    ended: active ? null : lastSeenAt,
    until: spanOf(alert, activeAt).to ?? now,
    duration: durationOf(alert, activeAt),
    metrics,
    isKnown,
  };
}

/** Whether an alert began in the span, without its end. */
export function beganIn({ began }: ReportAlert, { from, to }: Span): boolean {
  return began !== null && began >= from && began < to;
}

/** The metrics that were part of the alert at any time of the span. */
export function metricsWithin({ metrics }: ReportAlert, span: Span): ReportMetric[] {
  return metrics.filter((metric) => wasPart(metric, span));
}

export function figuresOf(
  alerts: readonly ReportAlert[],
  span: Span,
  cameBack: (alert: ReportAlert) => boolean
): Figures {
  const durations = alerts.flatMap(({ duration }) => duration ?? []);
  return {
    alerts: alerts.length,
    activeTime: activeTime(alerts, span),
    longest: max(durations) ?? null,
    median: median(durations),
    repeats: alerts.filter(cameBack).length,
  };
}

/** How long the alerts were active in the span, in milliseconds. */
export function activeTime(alerts: readonly ReportAlert[], { from, to }: Span): number {
  const within = ({ began, until }: ReportAlert) => Math.min(until, to) - Math.max(began ?? -Infinity, from);
  return alerts.reduce((sum, alert) => sum + Math.max(0, within(alert)), 0);
}

/**
 * Returns a function that checks whether one of an alert's metrics came back with it: it was in another alert that had
 * ended less than an hour before this one began.
 */
export function repeatsOf(alerts: readonly ReportAlert[]): (alert: ReportAlert, metric: ReportMetric) => boolean {
  const ends = new Map<string, Array<{ id: string; ended: number }>>();
  for (const { id, ended, metrics } of alerts) {
    for (const key of ended === null ? [] : new Set(metrics.map((metric) => seriesKey(metric)))) {
      ends.set(key, [...(ends.get(key) ?? []), { id, ended: ended as number }]);
    }
  }
  return ({ id, began }, metric) =>
    began !== null &&
    (ends.get(seriesKey(metric)) ?? []).some(
      (other) => other.id !== id && other.ended <= began && began - other.ended < HOUR
    );
}
