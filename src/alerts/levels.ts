/** Grafana's log levels for impacts; an impact that no list names has none. */
const LEVELS: Readonly<Record<string, string>> = { severe: 'critical', high: 'error', medium: 'warning', low: 'info' };

export function levelOf(impact: string | null): string {
  return (impact !== null && LEVELS[impact]) || 'unknown';
}
