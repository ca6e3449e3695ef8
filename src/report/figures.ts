import { type Span } from '../time/span';
import { activeWithin, type ReportAlert } from './reportAlert';

/** What a row says of its alerts; times in milliseconds. */
export interface Figures {
  alerts: number;
  /** How long they were active within the span, each for itself. */
  activeTime: number;
  /** Of their whole durations; null where none is known. */
  longest: number | null;
  median: number | null;
  /** How many came back; see `Repeats`. Null as long as metrics of alerts are looked up. */
  repeats: number | null;
}

export function figuresOf(
  alerts: readonly ReportAlert[],
  span: Span,
  cameBack: (alert: ReportAlert) => boolean
): Figures {
  const durations = alerts.flatMap(({ duration }) => duration ?? []).sort((a, b) => a - b);
  return {
    alerts: alerts.length,
    activeTime: activeTime(alerts, span),
    longest: durations.length > 0 ? durations[durations.length - 1] : null,
    median: medianOf(durations),
    repeats: alerts.filter(cameBack).length,
  };
}

/** How long the alerts were active within the span, overlapping ones counted each, in milliseconds. */
export function activeTime(alerts: readonly ReportAlert[], span: Span): number {
  return alerts.reduce((sum, alert) => sum + activeWithin(alert, span), 0);
}

/** @param sorted smallest first */
function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
