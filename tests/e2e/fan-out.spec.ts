import { FROZEN, listedMetrics, metricRequests, NOW } from './demo';
import { expect, test } from './fixtures';
import { blueAround } from './pixels';

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

/** A custom variable with these selected values. */
const choice = (name: string, values: string[]) => ({
  name,
  label: name,
  type: 'custom',
  multi: true,
  includeAll: false,
  query: values.join(','),
  options: values.map((value) => ({ text: value, value, selected: true })),
  current: { text: values, value: values },
});

/** A listed metric, and up to three nodes with it. */
async function aMetricOfNodes(...where: Parameters<typeof listedMetrics>) {
  const metrics = await listedMetrics(...where);
  const { metricId } = metrics[0];
  const nodes = metrics.filter((one) => one.metricId === metricId).map(({ nodeId }) => String(nodeId));
  return { metricId, nodes: nodes.slice(0, 3) };
}

test('a variable with several nodes gives one series and one request for each', async ({ stage, service, request }) => {
  const { metricId, nodes } = await aMetricOfNodes(service, request);
  expect(nodes.length).toBeGreaterThan(1);
  await stage.dashboard({
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [choice('node', nodes)] },
    panels: [{ title: 'Nodes', type: 'timeseries', targets: [{ queryType: 'metric', nodeId: '$node', metricId }] }],
  });
  const panel = await stage.settled(stage.panel('Nodes'));
  const legend = panel.getByRole('button').filter({ hasText: '·' });
  await expect(legend).toHaveCount(nodes.length);
  const asked = (await metricRequests(service)).map(({ nodeId }) => nodeId);
  expect(asked.sort()).toEqual([...nodes].sort());
});

test('a repeated panel requests and draws its own node', async ({ stage, service, request }) => {
  const { metricId, nodes } = await aMetricOfNodes(service, request);
  await stage.dashboard({
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [choice('node', nodes)] },
    panels: [
      {
        title: 'Node $node',
        type: 'timeseries',
        repeat: 'node',
        repeatDirection: 'h',
        maxPerRow: 3,
        targets: [{ queryType: 'metric', nodeId: '$node', metricId }],
      },
    ],
  });
  for (const node of nodes) {
    const panel = await stage.settled(stage.panel(`Node ${node}`));
    await expect.poll(() => blueAround(panel, 0.5)).toBeGreaterThan(5);
  }
  await expect(stage.panels()).toHaveCount(nodes.length);
  const asked = (await metricRequests(service)).map(({ nodeId }) => nodeId);
  expect(asked.sort()).toEqual([...nodes].sort());
});

test('an empty variable requests nothing, with a notice in the panel', async ({ stage, traffic }) => {
  await stage.dashboard({
    templating: {
      list: [
        { name: 'node', label: 'node', type: 'textbox', query: '', current: { text: '', value: '' }, options: [] },
      ],
    },
    panels: [
      {
        title: 'Nothing',
        type: 'timeseries',
        targets: [{ queryType: 'metric', nodeId: '$node', metricId: 'response_time' }],
      },
    ],
  });
  const panel = await stage.settled(stage.panel('Nothing'));
  await expect(panel.getByTestId('data-testid Panel status error')).toHaveCount(0);
  await stage.noticed(panel, /The variable in "Node" is empty/);
  expect(traffic.requests).toEqual([]);
});
