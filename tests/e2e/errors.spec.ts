import { listedMetrics } from './demo';
import { expect, test } from './fixtures';
import { blueAround } from './pixels';

test(
  'a refused token: the message names the token, and where to set it',
  { tag: '@smoke' },
  async ({ stage, expected }) => {
    // Grafana's proxy turns the service's 401 into a 400.
    expected.statuses.push(400);
    await stage.source({ accessToken: 'not-a-token' });
    await stage.dashboard('anomaly-monitoring-overview');
    expect(await stage.failed(stage.panel('What is wrong'))).toMatch(
      /access token was refused \(401\).*settings of "Anomaly Monitoring/
    );
  }
);

test('a service that is down: the message names the data source, and the graph stays', async ({
  stage,
  service,
  request,
  expected,
}) => {
  test.slow();
  expected.statuses.push(502);
  const [{ nodeId, metricId }] = await listedMetrics(service, request);
  const targets = [{ nodeId: String(nodeId), metricId }];
  await stage.dashboard({ panels: [{ title: 'Corridors', type: 'timeseries', targets }] });
  const panel = await stage.settled(stage.panel('Corridors'));
  expect(await blueAround(panel, 0.5)).toBeGreaterThan(5);
  await service.suffer({ fail: 'refuse' });
  await stage.refresh();
  // No request was answered: the refresh has failed, and the message has the time of the displayed data.
  expect(await stage.failed(panel, 60_000)).toMatch(
    /could not reach the service.*"Anomaly Monitoring.*Showing data from \d\d:\d\d/
  );
  expect(await blueAround(panel, 0.5)).toBeGreaterThan(5);
});
