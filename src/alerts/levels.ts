import { lookUp } from '../query/lookUp';
import { type AlertEvent, type Change } from '../service/alerts';

/** Grafana's log levels for impacts; an impact that no list names has none. */
const LEVELS = { severe: 'critical', high: 'error', medium: 'warning', low: 'info' } as const;

export function levelOf(impact: string | null): string {
  return lookUp<string>(LEVELS, impact) ?? 'unknown';
}

/**
 * The level of a log line: what gets better informs, whatever the alert's impact: a metric that left it, an alert that ended.
 *
 * @param metric the change that the line tells, or null where it tells the event
 */
export function levelOfLine(event: AlertEvent, metric: Pick<Change, 'change'> | null): string {
  const metrics = metric ? [metric] : (event.changes ?? []);
  const better =
    event.eventType === 'ended' || (metrics.length > 0 && metrics.every(({ change }) => change === 'removed'));
  return better ? 'info' : levelOf(event.impact);
}
