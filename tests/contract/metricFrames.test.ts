import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { oddPanel } from '../support/oddPanel';
import { ODD_METRICS, oddPoints, type OddPoint } from '../support/oddService';
import { errorsOf, fieldOf, noticesOf, type PanelOptions, seriesOf, timesOf } from '../support/panel';

/**
 * Frames of `metric`: fields, order, names, labels, and config, with a service that does everything the interface leaves
 * open.
 */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);
const ORDER = 'time smoothened main_up main_down sup_up sup_down inf_up inf_down outlier deviation'.split(' ');

startTestsAt(NOW);

function before(options: PanelOptions = {}) {
  const panel = oddPanel(NOW, options);
  const ask = (query: Partial<AnomalyQuery> | Array<Partial<AnomalyQuery>>, span = 6 * HOUR, more = {}) =>
    panel.ask(query, span, more);
  return { ...panel, ask };
}

const DAY_OF = { nodeId: '7', granularity: '1m', thin: false } as const;
const namesOf = ({ fields }: DataFrame) => fields.map(({ name }) => name);
const valuesOf = (frame: DataFrame, name: string) => [...(fieldOf(frame, name)?.values ?? [])] as Array<number | null>;

/** The distance to the nearest edge if the value is outside all corridors (contract), otherwise 0. Null without corridors. */
function outsideOf({ value, main, sup, inf }: OddPoint): number | null {
  const bands = [main, sup, inf].filter((band) => band !== null);
  if (value === null || bands.length === 0) {
    return null;
  }
  const far = bands.map(([up, down]) => (value > up ? value - up : value < down ? down - value : 0));
  return Math.min(...far);
}

describe.each(ODD_METRICS.map(({ id }, i) => ({ id, i })))('the metric $id', ({ id }) => {
  it("has the fields of the contract, in its order, with the service's values", async () => {
    const { ask } = before();
    const answer = await ask({ ...DAY_OF, metricId: id, deviation: true });
    expect(errorsOf(answer)).toEqual([]);
    const [frame] = seriesOf(answer);
    const points = oddPoints(id, NOW - 6 * HOUR, NOW, MINUTE);
    expect(timesOf(frame)).toEqual(points.map(({ time }) => time));
    expect(valuesOf(frame, 'smoothened')).toEqual(points.map(({ value }) => value));
    for (const band of ['main', 'sup', 'inf'] as const) {
      const has = points.some((point) => point[band] !== null);
      expect(valuesOf(frame, `${band}_up`)).toEqual(has ? points.map((point) => point[band]?.[0] ?? null) : []);
      expect(valuesOf(frame, `${band}_down`)).toEqual(has ? points.map((point) => point[band]?.[1] ?? null) : []);
    }
    const outside = points.map(outsideOf);
    const outliers = points.map(({ value }, i) => (outside[i] ? value : null));
    expect(valuesOf(frame, 'outlier')).toEqual(outliers.every((value) => value === null) ? [] : outliers);
    const deviations = points.map((point, i) => {
      const width = point.main ? point.main[0] - point.main[1] : 0;
      const far = outside[i];
      const side = point.main && point.value !== null && point.value > point.main[0] ? 1 : -1;
      return !(width > 0) || far === null ? null : far === 0 ? 0 : (side * far) / width;
    });
    expect(valuesOf(frame, 'deviation').map((value) => value ?? -99)).toEqual(
      deviations.map((value) => (value === null ? -99 : expect.closeTo(value, 9)))
    );
    const names = namesOf(frame);
    expect(names).toEqual(ORDER.filter((name) => names.includes(name)));
    expect(frame.meta?.type).toBe('timeseries-multi');
    expect(new Set(frame.fields.map(({ values }) => values.length))).toEqual(new Set([frame.length]));
    // Never shorter than the distance between regular points, so that lines between neighbors aren't broken.
    const interval = Number(frame.fields[0].config.interval);
    const distances = points.slice(1).map(({ time }, i) => time - points[i].time);
    expect(interval).toBeGreaterThanOrEqual(Math.max(...distances));
  });
});

describe('the frames of a response', () => {
  const some = ['cpu', 'mem/used', 'a:b', '__proto__', 'constructor'];

  it('have unique names, and edges that find their partners', async () => {
    const { ask } = before();
    const answer = await ask([
      { ...DAY_OF, nodeId: ['7', '8'], metricId: some, forecast: true, compare: '1d', deviation: true },
      { ...DAY_OF, nodeId: ['7', '8'], metricId: some },
      { ...DAY_OF, metricId: 'cpu', legend: 'always the same' },
      { ...DAY_OF, metricId: 'm10', legend: 'always the same' },
      { ...DAY_OF, metricId: 'm11', legend: 'always the same main up' },
    ]);
    const fields = seriesOf(answer).flatMap((frame) => frame.fields.slice(1));
    const names = fields.map(({ config }) => config.displayNameFromDS);
    expect(names).not.toContain(undefined);
    expect(names).toHaveLength(new Set(names).size);
    for (const frame of seriesOf(answer)) {
      for (const { name, config } of frame.fields) {
        const down = name.endsWith('_up') ? fieldOf(frame, name.replace('_up', '_down')) : undefined;
        expect(config.custom?.fillBelowTo).toBe(down?.config.displayNameFromDS);
        if (/_(up|down)$/.test(name)) {
          expect(config.displayNameFromDS?.startsWith(`${config.displayName} (`)).toBe(true);
          expect(config.custom?.lineWidth).toBe(0);
          expect(config.custom?.hideFrom?.legend).toBe(true);
        } else {
          expect(config.displayName).toBeUndefined();
        }
        if (name === 'outlier') {
          expect(config.custom?.hideFrom?.legend).toBe(true);
        }
        if (name !== 'time') {
          expect(config.custom?.stacking?.mode).toBe('none');
        }
        expect(config.custom?.axisPlacement).toBe(name === 'deviation' ? 'right' : undefined);
      }
    }
  });

  it('have the labels from the query, never a name that only another panel loaded', async () => {
    const { ask, service } = before({ variables: { node: { value: '8', text: 'Shown in the list' } } });
    const metrics = [
      { nodeId: 7, nodeName: 'listed', statTypeId: 'cpu', statTypeName: 'Listed', systemName: 'Listed' },
    ];
    const { body } = service;
    service.body = (call) => (call.operation === 'v2/alerts' ? [{ id: 'a', active: true, metrics }] : body(call));
    await ask({ queryType: 'alerts', metrics: true });
    const labelsOf = async (query: Partial<AnomalyQuery>) => {
      const [frame] = seriesOf(await ask({ ...DAY_OF, metricId: 'cpu', ...query }));
      const all = frame.fields.slice(1).map(({ labels }) => labels);
      expect(new Set(all.map((labels) => JSON.stringify(labels))).size).toBe(1);
      return { ...all[0], shown: fieldOf(frame, 'smoothened')?.config.displayNameFromDS };
    };
    const ids = { node_id: '7', metric_id: 'cpu' };
    expect(await labelsOf({})).toEqual({ ...ids, aggregation: 'max', shown: 'cpu · 7' });
    expect(await labelsOf({ aggregation: 'sum' })).toEqual({ ...ids, aggregation: 'sum', shown: 'cpu · 7' });
    const named = { nodeName: 'web-1', metricName: 'CPU', systemName: 'Shop' };
    expect(await labelsOf(named)).toEqual({
      ...ids,
      aggregation: 'max',
      node: 'web-1',
      metric: 'CPU',
      system: 'Shop',
      shown: 'CPU · web-1',
    });
    expect(await labelsOf({ nodeId: '$node' })).toEqual({
      node_id: '8',
      metric_id: 'cpu',
      aggregation: 'max',
      node: 'Shown in the list',
      shown: 'cpu · Shown in the list',
    });
    const legend = '{{ metric }}/{{node}}/{{system}}/{{node_id}}/{{metric_id}}/{{aggregation}}/{{constructor}}';
    expect(await labelsOf({ ...named, legend })).toEqual(
      expect.objectContaining({ shown: 'CPU/web-1/Shop/7/cpu/max/' })
    );
  });

  it('only have the requested bands, but outliers of all', async () => {
    const { ask } = before();
    const [frame] = seriesOf(await ask({ ...DAY_OF, metricId: 'm12', bands: ['inf'] }));
    const [none] = seriesOf(await ask({ ...DAY_OF, metricId: 'm12', bands: [] }));
    const [all] = seriesOf(await ask({ ...DAY_OF, metricId: 'm12' }));
    expect(namesOf(frame)).toEqual(['time', 'smoothened', 'inf_up', 'inf_down', 'outlier']);
    expect(namesOf(none)).toEqual(['time', 'smoothened', 'outlier']);
    expect(valuesOf(frame, 'outlier')).toEqual(valuesOf(all, 'outlier'));
    expect(valuesOf(none, 'outlier')).toEqual(valuesOf(all, 'outlier'));
    expect(fieldOf(none, 'smoothened')?.config.color).toBeUndefined();
    const [quiet] = seriesOf(await ask({ ...DAY_OF, metricId: 'm12', outliers: false }));
    expect(namesOf(quiet)).not.toContain('outlier');
  });

  it('have the calls and what the service returned in their metadata', async () => {
    const { ask, service } = before();
    const answer = await ask({ ...DAY_OF, metricId: 'm11', granularity: 'auto' }, 5 * DAY);
    const [frame] = seriesOf(answer);
    // m11 is stored hourly: a finer request is repeated with a coarser granularity.
    expect(frame.meta?.custom).toEqual(expect.objectContaining({ sourceGranularity: '60m', aggregation: 'max' }));
    const lines = frame.meta?.executedQueryString?.split('\n') ?? [];
    expect(lines.map((line) => line.replace(/^GET /, '').replace(/^\//, '')).sort()).toEqual(
      service.calls.map(({ raw }) => raw).sort()
    );
  });
});

describe('thin', () => {
  it.each(['cpu', 'mem/used', 'a:b', 'm12'])('of %s keeps what every pixel shows, and only real rows', async (id) => {
    const { ask } = before();
    const [pixels, span] = [20, 2 * DAY];
    const query = { ...DAY_OF, metricId: id, deviation: true };
    const [all] = seriesOf(await ask(query, span));
    const answer = await ask({ ...query, thin: true }, span, { maxDataPoints: pixels });
    const [frame] = seriesOf(answer);
    const few = all.length <= 10 * pixels;
    expect(frame.length < all.length).toBe(!few);
    if (few) {
      expect(noticesOf(answer)).toEqual([]);
      return;
    }
    expect(noticesOf(answer)).toEqual([expect.stringContaining(`${frame.length} of ${all.length}`)]);
    const rowOf = new Map(timesOf(all).map((time, row) => [time, row]));
    const rows = timesOf(frame).map((time) => rowOf.get(time) ?? NaN);
    expect(rows).not.toContain(NaN);
    const columns = namesOf(all);
    expect(namesOf(frame)).toEqual(columns);
    for (const name of columns) {
      expect(valuesOf(frame, name)).toEqual(rows.map((row) => valuesOf(all, name)[row]));
    }
    const kept = new Set(rows);
    const pixelOf = (row: number) => Math.floor((timesOf(all)[row] - (NOW - span)) / (span / pixels));
    for (let pixel = 0; pixel < pixels; pixel++) {
      const own = [...all.fields[0].values.keys()].filter((row) => pixelOf(row) === pixel);
      const left = own.filter((row) => kept.has(row));
      expect([left[0], left[left.length - 1]]).toEqual([own[0], own[own.length - 1]]);
      for (const name of columns.slice(1)) {
        const values = valuesOf(all, name);
        const there = (some: number[]) => some.map((row) => values[row]).filter((value) => value !== null);
        expect([Math.min(...there(left)), Math.max(...there(left))]).toEqual([
          Math.min(...there(own)),
          Math.max(...there(own)),
        ]);
      }
    }
  });
});
