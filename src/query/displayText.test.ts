import { displayText } from './displayText';

describe('displayText', () => {
  it.each([
    [{}, 'metric'],
    [{ nodeId: 101, metricId: 'cpu' }, 'metric cpu · 101'],
    [
      {
        queryType: 'metric',
        nodeId: '101',
        nodeName: 'db primary',
        metricId: 'cpu',
        metricName: 'CPU load',
        legend: 'x',
      },
      'metric CPU load · db primary',
    ],
    [
      { nodeId: '$node', metricId: 'cpu', granularity: '60m', outliers: false },
      'metric cpu · $node granularity=1h outliers=false',
    ],
    [
      { nodeId: '1', metricId: 'cpu', bands: ['main', 'sup'], deviation: true },
      'metric cpu · 1 bands=main,sup deviation',
    ],
    [{ queryType: 'forecast', nodeId: '1', metricId: 'cpu' }, 'forecast cpu · 1'],
    [{ queryType: 'alerts' }, 'alerts'],
    [{ queryType: 'alerts', alertId: 'a1', at: 'now-6h', metrics: true }, 'alerts alertId=a1 at=now-6h metrics'],
    [{ queryType: 'alertEvents', alertId: 'a1', format: 'logs', limit: 5 }, 'alertEvents alertId=a1 format=logs'],
    [{ queryType: 'alertSearch', q: 'slow db', impact: 'high' }, 'alertSearch q="slow db" impact=high'],
    [{ queryType: 'alertCounts', bucket: '1h' }, 'alertCounts bucket=1h'],
    [{ queryType: 'anomalies', scope: 'unread', withMetrics: true }, 'anomalies scope=unread withMetrics'],
    [{ queryType: 'deviations', systemId: '3' }, 'deviations systemId=3'],
  ])('writes %p as "%s"', (query, text) => {
    expect(displayText({ refId: 'A', ...query })).toBe(text);
  });
});
