import { DAY, HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** A query that needs more than 200 metric data requests only sends the newest 200. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };

startTestsAt(NOW);

const last = (span: number) => ({ from: NOW - span, to: NOW });

/** One point per day is enough here. */
function daily(jsonData = {}, variables = {}) {
  const panel = panelOf({ jsonData: { ...jsonData, maxConcurrentRequests: 50 }, variables });
  panel.service.body = ({ segments, from, to }) => ({
    node: 1,
    metric: segments[4],
    data: panel.service.direct('12', 'cpu', from, to, DAY),
  });
  return panel;
}

it.each([
  ['1m over two years', { granularity: '1m' }, 730 * DAY, {}, 48 * HOUR, /shorter time range/],
  ['1h over twenty years', { granularity: '1h' }, 7300 * DAY, {}, 14 * DAY, /shorter time range/],
  ['auto with a tight window', {}, 300 * DAY, { maxWindow: '1d' }, DAY, /shorter time range/],
  ['v2 over twenty years', {}, 7300 * DAY, { metricVersion: 'v2' }, 14 * DAY - HOUR, /shorter time range/],
])('%s', async (_, query, span, jsonData, window, remedy) => {
  const { service, ask } = daily(jsonData);
  const answer = await ask({ ...SERIES, ...query, thin: false }, last(span)).answer();
  expect(service.calls.length).toBeLessThanOrEqual(200);
  expect(service.calls.length).toBeGreaterThanOrEqual(199);
  const oldest = Math.min(...service.calls.map(({ from }) => from));
  expect(NOW - oldest).toBeGreaterThanOrEqual(199 * (window - HOUR));
  expect(Math.max(...service.calls.map(({ to }) => to))).toBe(NOW);
  expect(timesOf(seriesOf(answer)[0])[0]).toBeGreaterThanOrEqual(oldest);
  const [text, ...others] = noticesOf(answer);
  expect(others).toEqual([]);
  expect(text).toContain(new Date(NOW - span).toISOString().slice(0, 10));
  expect(text).toContain(new Date(oldest).toISOString().slice(0, 10));
  expect(text).toMatch(remedy);
});

it('several series show the same span', async () => {
  const { service, ask } = daily({}, { node: { value: ['1', '2', '3', '4', '5'] } });
  const answer = await ask({ ...SERIES, nodeId: '$node', granularity: '1m' }, last(365 * DAY)).answer();
  expect(service.calls).toHaveLength(200);
  expect(new Set(seriesOf(answer).map((frame) => timesOf(frame)[0])).size).toBe(1);
  expect(noticesOf(answer)).toHaveLength(1);
});

it('a comparison counts', async () => {
  const { service, ask } = daily();
  const answer = await ask({ ...SERIES, granularity: '1m', compare: '4w' }, last(365 * DAY)).answer();
  expect(service.calls.length).toBeLessThanOrEqual(200);
  const [value, before] = seriesOf(answer).map((frame) => timesOf(frame)[0]);
  expect(Math.abs(value - before)).toBeLessThanOrEqual(DAY);
});

it('a refresh only reads the newest data, not another 200', async () => {
  const { service, ask } = daily();
  const query = { ...SERIES, granularity: '1m' };
  await ask(query, last(730 * DAY)).answer();
  service.calls.length = 0;
  await ask(query, last(730 * DAY)).answer();
  expect(service.calls.length).toBeLessThanOrEqual(2);
});

it('a query with at most 200 requests is read completely', async () => {
  const { service, ask } = daily();
  const answer = await ask({ ...SERIES, granularity: '1m' }, last(365 * DAY)).answer();
  expect(service.calls.length).toBe(183);
  expect(noticesOf(answer)).toEqual([]);
});

it('deviations of many metrics over years send 200 requests in total', async () => {
  const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 50 } });
  const metrics = Array.from({ length: 50 }, (_, i) => ({ nodeId: 1, statTypeId: `m${i}` }));
  service.body = ({ segments, from, to }) =>
    segments.includes('metrics')
      ? { node: 1, metric: segments[4], data: service.direct('12', 'cpu', from, to, DAY) }
      : segments.includes('events')
        ? { page: 1, limit: 100, total: 0, items: [] }
        : segments.includes('explore')
          ? { page: 1, limit: 200, total: 1, items: [{ id: 'a', active: true, impact: 'low' }] }
          : segments.includes('alerts')
            ? [{ id: 'a', active: true, impact: 'low', metrics }]
            : [];
  const answer = await ask({ queryType: 'deviations', limit: 50 }, last(5 * 365 * DAY)).answer();
  expect(service.metricCalls()).toHaveLength(200);
  expect(seriesOf(answer)[0].length).toBe(50);
  expect(noticesOf(answer)).toEqual([expect.stringMatching(/^Not loaded: 2021-.*shorter time range/)]);
});
