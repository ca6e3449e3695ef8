import { annotatedDashboard } from './annotations';
import { alertsIn, ask, FROZEN, listedMetrics, NOW } from './demo';
import { expect, test } from './fixtures';
import { expectNoIds, UUID } from './identifiers';
import { logLines } from './log-lines';
import { marks, tell } from './marks';
import { type Stage } from './stage';
import { cellsOf, columnOf, rowsOf } from './table';

const HOUR = 3600_000;
const range = { from: Date.parse(NOW) - 24 * HOUR, to: Date.parse(NOW) };
const span = { from: new Date(range.from).toISOString(), to: NOW };

test.use({ serviceFlags: FROZEN, viewport: { width: 1400, height: 3600 } });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

test.describe('no identifier where a person reads', () => {
  const queries: Array<Record<string, unknown>> = [
    { queryType: 'alerts' },
    { queryType: 'alerts', metrics: true },
    { queryType: 'alertEvents' },
    { queryType: 'alertEvents', changes: true },
    { queryType: 'alertSearch' },
    { queryType: 'alertReport', by: 'metric' },
    { queryType: 'alertReport', by: 'node' },
    { queryType: 'anomalies' },
    { queryType: 'deviations' },
  ];
  test('in the first four columns of the table of any query type', { tag: '@smoke' }, async ({ stage }) => {
    test.slow();
    const panels = queries.map((query, place) => ({ title: `Table ${place}`, type: 'table', targets: [query] }));
    await stage.dashboard({ panels }, { range });
    for (const { title } of panels) {
      await expectNoIds(await stage.settled(stage.panel(title)));
    }
  });

  test('in the first 60 characters of any log line', async ({ stage }) => {
    await stage.explore([{ refId: 'A', queryType: 'alertEvents', format: 'logs' }], span);
    const logs = await stage.settled(stage.panel('Logs'));
    const lines = await logLines(logs).allInnerTexts();
    expect(lines.length).toBeGreaterThan(5);
    // In the workbench time and level stand before the line itself.
    expect(lines.filter((line) => UUID.test(line.slice(0, 100)))).toEqual([]);
  });

  for (const source of ['alerts', 'alertEvents', 'anomalies']) {
    test(`in the title of any annotation of ${source}`, async ({ page, stage }) => {
      await stage.dashboard(annotatedDashboard({ source, shape: 'marks', limit: 12 }), { range });
      const panel = await stage.settled(stage.panel('Counts'));
      await expect(marks(panel).first()).toBeVisible();
      for (const mark of (await marks(panel).all()).slice(0, 12)) {
        const told = await tell(page, mark);
        await expect(told.first()).toBeVisible();
        expect(await told.first().innerText()).not.toMatch(UUID);
      }
    });
  }
});

test.describe('three questions of somebody who was woken up, from the overview', () => {
  test('which metric moved first, and is it still outside: one click', async ({ stage, service, request }) => {
    await openFirst(stage);
    const id = new URL(stage.page.url()).searchParams.get('var-alert') ?? '';
    const { items } = await ask<Events>(service, request, `/v2/alerts/${id}/events`, { expand: 'changes', limit: 100 });
    const firstChanges = items.find(({ changes }) => changes.length > 0)?.changes ?? [];
    const timeline = await stage.settled(stage.panel('Timeline'));
    const first = (await cellsOf(rowsOf(timeline).first()).allInnerTexts()).map((text) => text.trim());
    expect(firstChanges.map((change) => `${change.statTypeName} ${change.nodeName}`)).toContain(
      `${first[1]} ${first[2]}`
    );

    const states = await columnOf(timeline, 5).allInnerTexts();
    expect(states.length).toBeGreaterThan(0);
    expect(states.filter((state) => !/^(outside|recovering|inside|unknown)$/.test(state.trim()))).toEqual([]);
  });

  test('has it happened before: two clicks', async ({ page, stage, service, request }) => {
    await openFirst(stage);
    const timeline = await stage.settled(stage.panel('Timeline'));
    await timeline.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/d\/anomaly-monitoring-metric/);
    const shown = new URL(page.url()).searchParams;
    const [nodeId, statTypeId] = [shown.get('var-node') ?? '', shown.get('var-metric') ?? ''];
    expect((await listedMetrics(service, request)).map((one) => `${one.nodeId} ${one.metricId}`)).toContain(
      `${nodeId} ${statTypeId}`
    );
    const before = await stage.settled(stage.panel('Earlier alerts'));
    const days = { from: Date.parse(NOW) - 90 * 24 * HOUR, to: Date.parse(NOW) };
    const alerts = await alertsIn(service, request, days, { nodeId, statTypeId });
    expect(alerts.length).toBeGreaterThan(0);
    await expect.poll(() => rowsOf(before).count()).toBeGreaterThan(0);
    expect(await rowsOf(before).count()).toBeLessThanOrEqual(alerts.length);
  });
});

interface Events {
  items: Array<{ changes: Array<{ statTypeName: string; nodeName: string }> }>;
}

/** The first click: the most severe alert of the range. */
async function openFirst(stage: Stage) {
  await stage.dashboard('anomaly-monitoring-overview', { range, params: { refresh: '' } });
  const table = await stage.settled(stage.panel('Alerts'));
  await rowsOf(table).first().getByRole('link').first().click();
  await expect(stage.page).toHaveURL(/\/d\/anomaly-monitoring-alert/);
}
