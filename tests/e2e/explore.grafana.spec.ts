import { askedUrls, FROZEN, listedMetrics, NOW } from './demo';
import { expect, test } from './grafana';
import { UUID } from './identifiers';
import { BEGAN_OR_ENDED, logLines } from './log-lines';
import { blueAround } from './pixels';
import { withSource } from './stage';

// Parts of Explore that the workbench lacks.

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('split view: two panes, each with its own query and time range', async ({ page, stage, service, request }) => {
  const [one, other] = await listedMetrics(service, request);
  const pane = ({ nodeId, metricId }: typeof one, from: string) => ({
    datasource: stage.uid,
    queries: [withSource({ refId: 'A', nodeId: String(nodeId), metricId }, stage.uid)],
    range: { from, to: 'now' },
  });
  const panes = { a: pane(one, 'now-6h'), b: pane(other, 'now-3h') };
  await page.goto(`/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`);
  const graphs = stage.panel('Graph');
  await expect(graphs).toHaveCount(2);
  await stage.settled(graphs.nth(0));
  await stage.settled(graphs.nth(1));
  for (const graph of [graphs.nth(0), graphs.nth(1)]) {
    await expect.poll(() => blueAround(graph, 0.5)).toBeGreaterThan(5);
  }
  const asked = new Set((await askedUrls(service)).map(({ pathname }) => pathname));
  for (const { nodeId, metricId } of [one, other]) {
    expect(asked).toContain(`/v1/ad/metrics/${nodeId}/${encodeURIComponent(metricId)}`);
  }
});

test('Add to dashboard copies the query', async ({ page, stage, service, request }) => {
  const [{ nodeId, metricId }] = await listedMetrics(service, request);
  await stage.explore([{ refId: 'A', nodeId: String(nodeId), metricId }]);
  await stage.settled(stage.panel('Graph'));
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('menuitem', { name: /Add to dashboard/ }).click();
  await page.getByRole('button', { name: 'Open dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard\/new/);
  const panel = await stage.settled(stage.panels().first());
  await expect.poll(() => blueAround(panel, 0.5)).toBeGreaterThan(5);
});

test('a table as CSV from the inspector: a line per row, the columns by name', async ({ page, stage }) => {
  await stage.dashboard({ panels: [{ title: 'Active', type: 'table', targets: [{ queryType: 'alerts' }] }] });
  const panel = await stage.settled(stage.panel('Active'));
  await panel.hover();
  await panel.getByRole('button', { name: /^Menu for panel/ }).click();
  await page.getByRole('menuitem', { name: 'Inspect' }).hover();
  await page.getByRole('menuitem', { name: 'Data', exact: true }).click();
  const button = page.getByRole('button', { name: /Download CSV/ });
  await expect(button).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) {
    chunks.push(chunk as Buffer);
  }
  const [head, ...lines] = Buffer.concat(chunks).toString('utf8').trim().split('\n');
  expect(head).toContain('impact');
  expect(head).toContain('firstSeenAt');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => /severe|high|medium|low/.test(line))).toBe(true);
});

test('event lines as logs, with their volume by level; a filter on a label changes the lines', async ({
  page,
  stage,
  service,
}) => {
  const range = { from: new Date(Date.parse(NOW) - 6 * 3_600_000).toISOString(), to: NOW };
  await stage.explore([{ refId: 'A', queryType: 'alertEvents', format: 'logs' }], range);
  const logs = await stage.settled(stage.panel('Logs'));
  const lines = logLines(logs);
  await expect(lines.filter({ hasText: BEGAN_OR_ENDED })).not.toHaveCount(0);
  expect((await lines.allInnerTexts()).filter((line) => UUID.test(line.slice(0, 60)))).toEqual([]);
  const volume = await stage.settled(stage.panel('Logs volume'));
  await expect(volume.locator('.uplot canvas').first()).toBeVisible();
  await expect(volume).toContainText(/critical|error|warning|info/);
  // The volume counts the listed events, from the same answers.
  const asked = await askedUrls(service);
  const lists = asked.filter(({ pathname }) => pathname.endsWith('/events')).map(({ href }) => href);
  expect(lists.length).toBeGreaterThan(0);
  expect(new Set(lists).size).toBe(lists.length);
  expect(asked.filter(({ pathname }) => pathname.endsWith('/explore/timeseries'))).toEqual([]);

  await lines.filter({ hasNotText: BEGAN_OR_ENDED }).first().click();
  const event = page.getByText('event', { exact: true }).locator('xpath=..').filter({ hasText: 'updated' });
  await event.getByRole('button', { name: /^Filter for value/ }).click();
  await expect(page).toHaveURL(/filters/);
  await expect(lines.filter({ hasText: BEGAN_OR_ENDED })).toHaveCount(0);
  await expect(lines).not.toHaveCount(0);
});
