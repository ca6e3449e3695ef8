import { type APIRequestContext } from '@playwright/test';
import { alertsIn, ask, askedUrls, type DemoAlert, FROZEN, NOW } from './demo';
import { expect, test } from './fixtures';
import { UUID } from './identifiers';
import { BEGAN_OR_ENDED, logLines } from './log-lines';
import { type ServiceControl } from './service-control';

const range = { from: Date.parse(NOW) - 6 * 3_600_000, to: Date.parse(NOW) };
const query = { refId: 'A', queryType: 'alertEvents', format: 'logs' };

interface DemoEvent {
  eventType: string;
  impact: string;
  eventOccurred: string;
}

// Grafana draws log lines in a way of its own; explore.grafana.spec.ts looks at these.

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

test('the events of all alerts as logs, with their volume; a filter on a label changes the lines', async ({
  page,
  stage,
  service,
  request,
}) => {
  test.slow();
  const events = await eventsOf(await alertsIn(service, request, range), service, request);
  const updates = events.filter(({ eventType }) => eventType === 'updated');
  expect(updates.length).toBeGreaterThan(0);
  expect(updates.length).toBeLessThan(events.length);

  await stage.explore([query], { from: new Date(range.from).toISOString(), to: NOW });
  const logs = await stage.settled(stage.panel('Logs'));
  const lines = logLines(logs);
  await expect(lines).toHaveCount(events.length);
  // Time and level stand before the line itself.
  expect((await lines.allInnerTexts()).filter((line) => UUID.test(line.slice(0, 100)))).toEqual([]);
  const volume = await stage.settled(stage.panel('Logs volume'));
  await expect(volume.locator('.uplot canvas')).toBeVisible();
  await expect(volume).toContainText('error');
  const asked = await askedUrls(service);
  // The volume counts the very events that are listed, from the same answers; not the alerts of each of its bars.
  const lists = asked.filter(({ pathname }) => pathname.endsWith('/events')).map(({ href }) => href);
  expect(lists.length).toBeGreaterThan(0);
  expect(new Set(lists).size).toBe(lists.length);
  expect(asked.filter(({ pathname }) => pathname === '/v2/alerts/explore/timeseries')).toEqual([]);

  // A line says what changed, and how an alert began or ended; the event's type is a label.
  const ofUpdates = lines.filter({ hasNotText: BEGAN_OR_ENDED });
  await expect(ofUpdates).toHaveCount(updates.length);
  await ofUpdates.first().click();
  await logs.getByRole('button', { name: 'Filter for event' }).click();
  await expect(lines).toHaveCount(updates.length);
  await expect(lines.filter({ hasText: BEGAN_OR_ENDED })).toHaveCount(0);
  await expect(page).toHaveURL(/filters/);

  // The same once more takes it away; filtering out leaves the others.
  await openFirstUpdate();
  await logs.getByRole('button', { name: 'Filter for event' }).click();
  await expect(lines).toHaveCount(events.length);
  await openFirstUpdate();
  await logs.getByRole('button', { name: 'Filter out event' }).click();
  await expect(lines).toHaveCount(events.length - updates.length);

  async function openFirstUpdate() {
    const open = logs.locator('button[aria-expanded="true"]');
    for (const one of await open.all()) {
      await one.click();
    }
    await ofUpdates.first().click();
  }
});

/** The alerts' events in the range. */
async function eventsOf(alerts: DemoAlert[], service: ServiceControl, http: APIRequestContext): Promise<DemoEvent[]> {
  const found: DemoEvent[] = [];
  for (const { id } of alerts) {
    for (let page = 1, more = true; more; page++) {
      const params = { limit: 100, page };
      const answer = await ask<{ total: number; items: DemoEvent[] }>(service, http, `/v2/alerts/${id}/events`, params);
      found.push(...answer.items);
      more = page * 100 < answer.total;
    }
  }
  return found.filter(({ eventOccurred }) => {
    const time = Date.parse(eventOccurred);
    return time >= range.from && time <= range.to;
  });
}
