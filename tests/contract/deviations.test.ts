import { type DataFrame } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { oddPanel } from '../support/oddPanel';
import { ODD_METRICS, oddPoints, type OddPoint } from '../support/oddService';
import { errorsOf, noticesOf, seriesOf } from '../support/panel';

/** Contract: `deviations` as table and lanes, compared with a second calculation from its text and from the service's data. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);

startTestsAt(NOW);

/** A severe alert with most metrics, which has ended, and a low one with the rest, which continues. */
function before() {
  const panel = oddPanel(NOW);
  panel.odd.alerts = [
    { id: 'over', impact: 'severe', from: NOW - 5 * HOUR, to: NOW - 3 * HOUR, metrics: [...Array(15).keys()] },
    { id: 'on', impact: 'low', from: NOW - 2 * HOUR, to: null, metrics: [12, 13, 14, 15, 16, 17, 18, 19] },
  ];
  return panel;
}

/** How far the value is outside all corridors, in widths of the main corridor. Null if unknown. */
function deviationOf({ value, main, sup, inf }: OddPoint): {
  judged: boolean;
  outside: boolean;
  widths: number | null;
} {
  const bands = [main, sup, inf].filter((band) => band !== null);
  if (value === null || bands.length === 0) {
    return { judged: false, outside: false, widths: null };
  }
  const far = Math.min(...bands.map(([up, down]) => (value > up ? value - up : value < down ? down - value : 0)));
  const width = main ? main[0] - main[1] : 0;
  const side = main && value > main[0] ? 1 : -1;
  return { judged: true, outside: far > 0, widths: width > 0 ? (far === 0 ? 0 : (side * far) / width) : null };
}

const ruleOf = (span: number) => (span <= 12 * HOUR ? MINUTE : span <= 7 * DAY ? 15 * MINUTE : HOUR);
const furthest = (values: number[]) =>
  values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
const columnOf = ({ fields }: DataFrame, name: string): unknown[] => [
  ...(fields.find((one) => one.name === name)?.values ?? []),
];

it.each([3 * HOUR, 11 * HOUR, 3 * DAY])('the table of %d ms shows how far outside each metric was', async (span) => {
  const { ask } = before();
  const answer = await ask({ queryType: 'deviations', limit: 50 }, span);
  expect(errorsOf(answer)).toEqual([]);
  const [frame] = seriesOf(answer);
  expect(frame.fields.map(({ name }) => name).slice(0, 9)).toEqual(
    'metricName nodeName systemName outsideShare worst lastOutside points nodeId metricId'.split(' ')
  );
  const wanted = ODD_METRICS.flatMap(({ id, node }) => {
    const points = oddPoints(id, NOW - span, NOW, ruleOf(span)).map((point) => ({ ...point, ...deviationOf(point) }));
    const judged = points.filter((point) => point.judged);
    const outside = judged.filter((point) => point.outside);
    const share = outside.length / judged.length;
    const worst = furthest(points.flatMap(({ widths }) => widths ?? []));
    const last = outside[outside.length - 1]?.time ?? null;
    return judged.length > 0
      ? [{ id, node: String(node.id), share, worst: expect.closeTo(worst, 9), last, points: points.length }]
      : [];
  });
  const rows = [...Array(frame.length).keys()].map((i) => ({
    id: columnOf(frame, 'metricId')[i],
    node: columnOf(frame, 'nodeId')[i],
    share: columnOf(frame, 'outsideShare')[i],
    worst: columnOf(frame, 'worst')[i],
    last: columnOf(frame, 'lastOutside')[i],
    points: columnOf(frame, 'points')[i],
  }));
  const byId = (a: { id: unknown }, b: { id: unknown }) => (String(a.id) < String(b.id) ? -1 : 1);
  expect([...rows].sort(byId)).toEqual(wanted.sort(byId));
  const shares = columnOf(frame, 'outsideShare') as number[];
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
});

it('a metric that could not be read has no row, and a notice', async () => {
  const { ask, service } = before();
  const [{ id }] = ODD_METRICS;
  service.fault = ({ segments }) => (segments.at(-1) === id ? { status: 500 } : undefined);
  const answer = await ask({ queryType: 'deviations', limit: 50 }, 3 * HOUR);
  expect(columnOf(seriesOf(answer)[0], 'metricId')).not.toContain(id);
  expect(seriesOf(answer)[0].length).toBeGreaterThan(5);
  expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^Couldn't read Metric 0 · web-1: /));
});

it.each([
  [3 * HOUR, 'metric', MINUTE],
  [11 * HOUR, 'metric', 15 * MINUTE],
  [11 * HOUR, 'node', 15 * MINUTE],
  [3 * DAY, 'system', HOUR],
  [3 * DAY, 'metric', HOUR],
] as const)('lanes of %d ms by %s show the largest deviation of each bucket', async (span, by, width) => {
  const { ask } = before();
  const answer = await ask({ queryType: 'deviations', format: 'lanes', by, limit: 50 }, span);
  expect(errorsOf(answer)).toEqual([]);
  const [frame] = seriesOf(answer);
  const start = Math.floor((NOW - span) / width) * width;
  const count = Math.ceil((NOW - start) / width);
  expect(count).toBeLessThanOrEqual(200);
  expect(columnOf(frame, 'time')).toEqual([...Array(count).keys()].map((i) => start + i * width));
  const keyOf = ({ id, node }: (typeof ODD_METRICS)[number]) =>
    by === 'metric' ? `${node.id}/${id}` : by === 'node' ? String(node.id) : String(node.system?.id ?? '');
  const lanes = new Map<string, number[][]>();
  for (const metric of ODD_METRICS) {
    const buckets = lanes.get(keyOf(metric)) ?? Array.from({ length: count }, (): number[] => []);
    for (const point of oddPoints(metric.id, NOW - span, NOW, ruleOf(span))) {
      const { widths } = deviationOf(point);
      buckets[Math.floor((point.time - start) / width)].push(...(widths === null ? [] : [widths]));
    }
    lanes.set(keyOf(metric), buckets);
  }
  const wanted = [...lanes].flatMap(([key, buckets]) =>
    buckets.some((values) => values.length > 0)
      ? [{ key, values: buckets.map((values) => (values.length > 0 ? furthest(values) : null)) }]
      : []
  );
  const got = frame.fields.slice(1).map(({ labels = {}, values }) => ({
    key: by === 'metric' ? `${labels.node_id}/${labels.metric_id}` : (labels.node_id ?? labels.system_id ?? ''),
    values: [...values] as Array<number | null>,
  }));
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
  const rounded = (all: typeof got) =>
    [...all].sort(byKey).map(({ key, values }) => ({ key, values: values.map((value) => value?.toFixed(6) ?? null) }));
  expect(rounded(got)).toEqual(rounded(wanted));
  // Worst first: the share of buckets with a value that are outside, then the peak.
  const ranks = got.map(({ values }) => {
    const told = values.filter((value) => value !== null);
    return [told.filter((value) => value !== 0).length / told.length, Math.max(...told.map(Math.abs))];
  });
  expect(ranks).toEqual([...ranks].sort((a, b) => b[0] - a[0] || b[1] - a[1]));
  expect(frame.meta?.preferredVisualisationPluginId).toBe('state-timeline');
  const names = frame.fields.slice(1).map(({ name, config }) => [name, config.displayNameFromDS]);
  expect(names.every(([name, shown]) => name === shown)).toBe(true);
  expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
});
