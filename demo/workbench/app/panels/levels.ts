/** The colours of log levels. */
export const LEVEL_COLORS: Record<string, string> = {
  critical: 'purple',
  error: 'red',
  warning: 'yellow',
  warn: 'yellow',
  info: 'green',
  debug: 'blue',
};
