import { type Named } from '../answer/named';
import { type ActiveAlert } from '../incidents/active';
import { alertDuration } from '../incidents/duration';
import { type Span } from '../time/span';

/** What a report needs to know of an alert. Times are epoch milliseconds. */
export interface ReportAlert {
  id: string;
  impact: string | null;
  /** When it began; null: not known, so that it counts from ever on. */
  began: number | null;
  /** When it ended; null: it is active, or its end is not known. */
  ended: number | null;
  /** Until when it counts as active: its end, or until when it is known to be active. */
  until: number;
  /** Its whole duration in milliseconds (contract: `duration`); null where one of its ends is not known, or they are the wrong way round. */
  duration: number | null;
  /** None: they are not known. */
  metrics: readonly Named[];
}

/** @param metrics those of the alert as far as they are known @param now epoch milliseconds */
export function toReportAlert(alert: ActiveAlert, metrics: readonly Named[], now: number): ReportAlert {
  const { id, impact, active, activeAt = now, firstSeenAt, lastSeenAt } = alert;
  const ended = active ? null : lastSeenAt;
  const end = active ? activeAt : lastSeenAt;
  return {
    id,
    impact,
    began: firstSeenAt,
    ended,
    until: end ?? now,
    duration: alertDuration(alert, activeAt),
    metrics,
  };
}

/** How long the alert was active within a span, in milliseconds. */
export function activeWithin({ began, until }: ReportAlert, { from, to }: Span): number {
  return Math.max(0, Math.min(until, to) - Math.max(began ?? -Infinity, from));
}
