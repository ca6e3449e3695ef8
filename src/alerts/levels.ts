import { lookUp } from '../query/lookUp';

/** Grafana's log levels for impacts; an impact that no list names has none. */
const LEVELS = { severe: 'critical', high: 'error', medium: 'warning', low: 'info' } as const;

export function levelOf(impact: string | null): string {
  return lookUp<string>(LEVELS, impact) ?? 'unknown';
}
