import { activeAlerts, FROZEN, NOW } from './demo';
import { expect, test } from './fixtures';
import { columnOf, rowsOf } from './table';

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

const LISTS = ['systems', 'nodes', 'metrics', 'series', 'alerts'] as const;

test(
  'variables of every list can select a name from the alerts',
  { tag: '@smoke' },
  async ({ page, stage, service, request }) => {
    const alerts = await activeAlerts(service, request);
    await stage.dashboard({
      time: { from: 'now-24h', to: 'now' },
      templating: {
        list: LISTS.map((list) => ({
          name: list,
          label: `The ${list}`,
          type: 'query',
          query: { refId: 'variable', queryType: 'variable', list },
          current: {},
          options: [],
          refresh: 1,
        })),
      },
      panels: [
        {
          title: 'Chosen: ${systems:text} | ${nodes:text} | ${metrics:text} | ${series:text} | ${alerts:text}',
          type: 'table',
          targets: [{ queryType: 'alerts' }],
        },
      ],
    });
    const title = page.getByText(/^Chosen: /).first();
    await expect(title).toHaveText(/^Chosen: .+ \| .+ \| .+ \| .+ · .+ \| (severe|high|medium|low) · /);
    const [, node] = ((await title.textContent()) ?? '').split(' | ');
    const [metric] = alerts.flatMap(({ metrics }) => metrics).filter(({ nodeName }) => nodeName === node);
    expect(metric).toBeDefined();
    for (const list of LISTS) {
      await expect(stage.variable(`The ${list}`)).toBeVisible();
    }
  }
);

test('ad hoc filters filter the tables, in the service if possible, and the address keeps them', async ({
  stage,
  service,
  request,
}) => {
  const alerts = await activeAlerts(service, request);
  const impact = alerts[0].impact;
  const wanted = alerts.filter((alert) => alert.impact === impact);
  expect(wanted.length).toBeLessThan(alerts.length);
  await stage.dashboard('anomaly-monitoring-overview', {
    range: { from: 'now-24h', to: 'now' },
    variables: { filters: `impact|=|${impact}` },
  });
  const table = await stage.settled(stage.panel('What is wrong'));
  await expect(rowsOf(table).first()).toBeVisible();
  // Alerts of one incident are one row.
  expect(await rowsOf(table).count()).toBeLessThanOrEqual(wanted.length);
  await expect(columnOf(table, 0).filter({ hasNotText: impact })).toHaveCount(0);
});
