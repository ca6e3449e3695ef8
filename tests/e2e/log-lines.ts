import { type Locator } from '@playwright/test';
import { inGrafana } from './house';

/** What a line says of an event that is no update. */
export const BEGAN_OR_ENDED = /New alert: |: ended|: created, /;

/** The lines of Explore's logs; those that are in view in a Grafana, which draws no others. */
export function logLines(logs: Locator): Locator {
  return inGrafana ? logs.locator('.log-line-body') : logs.getByRole('log').locator('button[aria-expanded]');
}
