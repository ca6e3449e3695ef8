import { type Locator } from '@playwright/test';

/** The text of a line about an event that is not an update. */
export const BEGAN_OR_ENDED = /New alert: |: ended|: created, /;

/** The visible lines of Explore's logs. Grafana draws no others, and the workbench none. */
export function logLines(logs: Locator): Locator {
  return logs.locator('.log-line-body');
}
