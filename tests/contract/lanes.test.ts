import { createTheme, getDisplayProcessor, LoadingState } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { panelOf, noticesOf, errorsOf, seriesOf } from '../support/panel';

/** Lanes and the table of deviations, with many metrics of one alert. */

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const last = (span: number) => ({ from: NOW - span, to: NOW });

startTestsAt(NOW);

/** A service with one alert that has this many metrics. Each metric is outside more often than the next. */
function metricsOf(count: number) {
  const panel = panelOf();
  const { service } = panel;
  const metrics = Array.from({ length: count }, (_, i) => ({
    nodeId: 1 + (i % 4),
    nodeName: `node ${1 + (i % 4)}`,
    statTypeId: `m${i}`,
    systemId: 1 + (i % 2),
    systemName: `system ${1 + (i % 2)}`,
  }));
  service.value = (_node, metric, time) => (Math.floor(time / HOUR) % (2 + Number(metric.slice(1))) === 0 ? 155 : 100);
  const own = { id: 'a', active: true, impact: 'low', metrics };
  service.body = ({ segments, raw }) =>
    segments.includes('metrics')
      ? undefined
      : raw.includes('explore')
        ? { page: 1, limit: 200, total: 1, items: [{ ...own, metrics: undefined }] }
        : segments.includes('events')
          ? { page: 1, limit: 100, total: 0, items: [] }
          : segments.includes('alerts')
            ? [own]
            : [];
  return panel;
}

it('sends the same requests as the table, and no others if both are shown', async () => {
  const table = metricsOf(50);
  const rows = await table.ask({ queryType: 'deviations', limit: 50 }, last(DAY)).answer();
  const asked = table.service.metricCalls().map(({ raw }) => raw);
  expect(seriesOf(rows)[0].length).toBe(50);
  expect(asked).toHaveLength(50);

  const lanes = metricsOf(50);
  const drawn = await lanes.ask({ queryType: 'deviations', format: 'lanes', limit: 50 }, last(DAY)).answer();
  expect(seriesOf(drawn)[0].fields).toHaveLength(51);
  expect(
    lanes.service
      .metricCalls()
      .map(({ raw }) => raw)
      .sort()
  ).toEqual([...asked].sort());

  const both = metricsOf(50);
  const [one, other] = [{ queryType: 'deviations' }, { queryType: 'deviations', format: 'lanes', by: 'system' }];
  const answer = await both.ask([one, other], last(DAY)).answer();
  expect(errorsOf(answer)).toEqual([]);
  expect(both.service.metricCalls()).toHaveLength(50);
});

it('has different colors inside, above, and below, stronger with distance, without any setup', async () => {
  const { ask } = metricsOf(2);
  const answer = await ask({ queryType: 'deviations', format: 'lanes' }, last(DAY)).answer();
  const theme = createTheme();
  for (const field of seriesOf(answer)[0].fields.slice(1)) {
    const display = getDisplayProcessor({ field, theme });
    const colors = [-4, -2, -0.5, 0, 0.5, 2, 4].map((value) => display(value).color);
    expect(new Set(colors).size).toBe(7);
    expect([display(0.0001).color, display(-0.0001).color]).toEqual([display(0.5).color, display(-0.5).color]);
  }
});

it('draws no missing data in front of the first point, which the range can cut off', async () => {
  const { ask } = metricsOf(2);
  const answer = await ask({ queryType: 'deviations', format: 'lanes', merge: true }, last(DAY)).answer();
  const [time, ...lanes] = seriesOf(answer)[0].fields;
  expect(lanes.map(({ values }) => values[0])).toEqual([expect.any(Number), expect.any(Number)]);
  // For an interval, Grafana adds a state of its own in front.
  expect([time.values[0], time.config.interval]).toEqual([NOW - 7.5 * MINUTE - DAY + 15 * MINUTE, undefined]);
});

it.each(['table', 'lanes'])('as %s shows partial data while loading, and never less than before', async (format) => {
  const { service, ask } = metricsOf(12);
  const sizeOf = (packet: Parameters<typeof seriesOf>[0]) => {
    const [frame] = seriesOf(packet);
    return format === 'lanes' ? frame.fields.length - 1 : frame.length;
  };
  service.latency = ({ segments }) => (segments.includes('metrics') ? 400 : 20);
  const first = ask({ queryType: 'deviations', format }, last(DAY));
  await first.answer();
  const sizes = first.packets.map(sizeOf);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(sizes[sizes.length - 1]).toBe(12);
  expect(first.packets.slice(0, -1).every(({ state }) => state === LoadingState.Streaming)).toBe(true);
  await jest.advanceTimersByTimeAsync(30 * MINUTE);
  const again = ask({ queryType: 'deviations', format }, { from: Date.now() - DAY, to: Date.now() });
  await again.answer();
  expect(again.packets.map(sizeOf).every((size) => size === 12)).toBe(true);
});

it('shows what is still to come as no state, and only at the end as missing data', async () => {
  const { service, ask } = metricsOf(3);
  service.latency = ({ segments }) => (segments.includes('metrics') ? 400 : 20);
  const asked = ask({ queryType: 'deviations', format: 'lanes' }, last(30 * DAY));
  await asked.answer();
  const shown = asked.packets.map((packet) => {
    const lanes = seriesOf(packet)[0].fields.slice(1);
    const missing = lanes.filter(({ config: { mappings = [] } }) => JSON.stringify(mappings).includes('no data'));
    return [lanes.some(({ values }) => values.includes(null)), missing.length];
  });
  expect(shown[0]).toEqual([true, 0]);
  expect(shown.at(-1)).toEqual([expect.any(Boolean), 3]);
});

it.each(['table', 'lanes'])('as %s omits a metric that fails, and names it', async (format) => {
  const { service, ask } = metricsOf(3);
  service.mishap = ({ raw }) => (raw.includes('/m1?') ? { status: 404 } : undefined);
  const answer = await ask({ queryType: 'deviations', format }, last(DAY)).answer();
  const [frame] = seriesOf(answer);
  expect(errorsOf(answer)).toEqual([]);
  expect(format === 'lanes' ? frame.fields.length - 1 : frame.length).toBe(2);
  expect(noticesOf(answer)).toEqual([expect.stringMatching(/m1 · node 2/)]);
  service.mishap = ({ segments }) => (segments.includes('metrics') ? { status: 403 } : undefined);
  const none = await ask({ queryType: 'deviations', format }, last(9 * DAY)).answer();
  expect(errorsOf(none)).toHaveLength(1);
});

it('requests a failed metric again at once, and only that', async () => {
  const { service, ask } = metricsOf(3);
  service.mishap = ({ raw }) => (raw.includes('/m1?') ? { status: 500 } : undefined);
  // Old enough that none of it is refreshed.
  const range = { from: NOW - 3 * DAY, to: NOW - 2 * DAY };
  expect(noticesOf(await ask({ queryType: 'deviations' }, range).answer())).toEqual([expect.stringMatching(/m1/)]);
  service.mishap = () => undefined;
  service.calls.length = 0;
  const again = await ask({ queryType: 'deviations' }, range).answer();
  expect(noticesOf(again)).toEqual([]);
  expect(seriesOf(again)[0].length).toBe(3);
  expect(service.metricCalls().map(({ segments }) => segments.at(-1))).toEqual(['m1']);
});
