import alert from './dashboards/alert.json';
import metric from './dashboards/metric.json';
import overview from './dashboards/overview.json';
import report from './dashboards/report.json';
import { lastValueFrom } from 'rxjs';
import { type Request } from './table/runner';
import { panelOf, requestOf } from '../tests/support/panel';

let mockArrive = () => {};
const mockReady = new Promise<void>((resolve) => (mockArrive = resolve));
jest.mock('./ground/translations', () => ({
  get ready() {
    return mockReady;
  },
}));

it('has its filter keys once their texts are loaded', async () => {
  const { dataSource } = panelOf();
  let keys: unknown;
  const named = dataSource.getTagKeys().then((found) => (keys = found));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(keys).toBeUndefined();
  mockArrive();
  await named;
  expect(keys).toContainEqual(expect.objectContaining({ value: 'node', group: expect.any(String) }));
});

it('runs a metric query without a series with the one in the settings', () => {
  const jsonData = { defaultNodeId: '101', defaultMetricId: 'cpu' };
  const { dataSource } = panelOf({ jsonData });
  expect(dataSource.filterQuery({ refId: 'A', queryType: 'metric', granularity: '1h' })).toBe(true);
  expect(dataSource.filterQuery({ refId: 'A', queryType: 'metric', nodeId: '' })).toBe(false);
});

it('answers a request without queries with nothing', async () => {
  const { dataSource } = panelOf();
  mockArrive();
  const { targets, ...request } = requestOf([], { from: 0, to: 1 });
  const answers = [request as Request, { ...request, targets }].map((one) => lastValueFrom(dataSource.query(one)));
  const [without, empty] = await Promise.all(answers);
  expect(empty.data).toEqual([]);
  expect(without).toEqual(empty);
});

it('finds its dashboards by their tag', async () => {
  const { dataSource } = panelOf();
  mockArrive();
  const [links] = await dataSource.getDefaultLinks();
  const shipped = [overview, alert, metric, report].map(({ tags }) => tags);
  expect(shipped.every((tags) => links.tags.every((tag) => tags.includes(tag)))).toBe(true);
});
