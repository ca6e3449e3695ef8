import { type Locator } from '@playwright/test';

/** What a line says of an event that is no update. */
export const BEGAN_OR_ENDED = /New alert: |: ended|: created, /;

/** The lines of Explore's logs that are in view; Grafana draws no others, and the workbench none. */
export function logLines(logs: Locator): Locator {
  return logs.locator('.log-line-body');
}
