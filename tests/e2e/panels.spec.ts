import { FROZEN, listedMetrics, metricRequests, NOW } from './demo';
import { expect, test } from './fixtures';
import { keepsId } from './house';

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

test('thirty panels: each is drawn, with no more simultaneous requests than the data source allows', async ({
  page,
  stage,
  service,
  request,
}) => {
  test.slow();
  const listed = await listedMetrics(service, request);
  const metrics = listed.filter(({ metricId }) => keepsId(metricId)).slice(0, 30);
  await page.setViewportSize({ width: 1400, height: 2600 });
  await stage.dashboard({
    time: { from: 'now-6h', to: 'now' },
    panels: metrics.map(({ nodeId, metricId }, i) => ({
      title: `Panel ${i}`,
      type: 'timeseries',
      gridPos: { x: (i % 5) * 4, y: Math.floor(i / 5) * 8, w: 4, h: 8 },
      targets: [{ nodeId: String(nodeId), metricId }],
    })),
  });
  for (const i of metrics.keys()) {
    const panel = await stage.settled(stage.panel(`Panel ${i}`));
    await expect(panel.locator('.uplot canvas')).toBeVisible();
  }
  const asked = await metricRequests(service);
  const wanted = new Set(asked.map(({ nodeId, metricId }) => `${nodeId}:${metricId}`));
  expect(wanted.size).toBe(metrics.length);
});

test('leaving a page aborts its requests', async ({ page, stage, service, expected }) => {
  // Waiting requests may be sent before the server notices that others were aborted.
  expected.atOnce = 8;
  await service.suffer({ latency: 120_000 });
  await stage.dashboard('anomaly-monitoring-overview', { range: { from: 'now-6h', to: 'now' } });
  // Grafana can't cancel recommended filters. They request the active alerts, until the time limit.
  const underWay = async () =>
    (await service.requests()).filter(
      ({ url, status, aborted }) => status === null && !aborted && url !== '/v2/alerts?expand=metrics'
    );
  await expect.poll(async () => (await underWay()).length).toBeGreaterThan(0);
  const { length } = await service.requests();
  // The next page's own requests are answered at once.
  await service.recover();
  await page
    .getByRole('link', { name: 'Dashboards', exact: true })
    .or(page.getByRole('tab', { name: 'Explore' }))
    .first()
    .click();
  await expect(page).not.toHaveURL(/anomaly-monitoring-overview/);
  await expect.poll(underWay).toEqual([]);
  expect((await service.requests()).slice(0, length).filter(({ status }) => status !== null)).toEqual([]);
});

test(
  'Explore from a panel gets values, not variables',
  { tag: '@smoke' },
  async ({ page, stage, service, request }) => {
    const [{ nodeId, metricId }] = await listedMetrics(service, request);
    await stage.dashboard({
      time: { from: 'now-6h', to: 'now' },
      templating: {
        list: [
          {
            name: 'node',
            type: 'custom',
            query: String(nodeId),
            current: { text: String(nodeId), value: String(nodeId) },
            options: [{ text: String(nodeId), value: String(nodeId), selected: true }],
          },
        ],
      },
      panels: [{ title: 'Templated', type: 'timeseries', targets: [{ nodeId: '$node', metricId }] }],
    });
    const panel = await stage.settled(stage.panel('Templated'));
    await panel.hover();
    await page
      .getByRole('button', { name: /^Menu for panel/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Explore' }).click();
    await expect(page).toHaveURL(/\/explore/);
    await stage.settled(stage.panel('Graph'));
    await expect(stage.panel('Graph')).toContainText(metricId);
    expect(decodeURIComponent(page.url())).toContain(`"nodeId":"${nodeId}"`);
    expect(decodeURIComponent(page.url())).not.toContain('$node');
  }
);

test('at 700 pixels nothing is cut off', async ({ page, stage }) => {
  await page.setViewportSize({ width: 700, height: 2600 });
  await stage.dashboard('anomaly-monitoring-overview', { range: { from: 'now-24h', to: 'now' } });
  await stage.settled(stage.panels().first());
  for (const panel of await stage.panels().all()) {
    await stage.settled(panel);
    await expect(panel.getByTestId('data-testid Panel status error')).toHaveCount(0);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(1);
});
