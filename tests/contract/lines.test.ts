import { applyNullInsertThreshold, type DataFrame } from '@grafana/data';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type MetricService, type Point, type ServiceCall } from '../support/metricService';
import { fieldOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** A line has a gap if points are missing, not if they are sparse. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };
const RANGE = { from: NOW - 6 * HOUR, to: NOW };

startTestsAt(NOW);

/** The number of segments that a panel draws. It breaks lines by `config.interval`. */
function segments(frame: DataFrame, name: string): number {
  const filled = applyNullInsertThreshold({ frame, refFieldPseudoMin: RANGE.from, refFieldPseudoMax: RANGE.to });
  const values = fieldOf(filled, name)?.values ?? [];
  return values.filter((value, i) => i > 0 && value !== null && values[i - 1] !== null).length;
}

const answer =
  (service: MetricService, step: number, more: object, change = (point: Point, _: number): Point => point) =>
  ({ from, to, segments: path }: ServiceCall) => ({
    node: 1,
    metric: 'cpu',
    aggregation: 'avg',
    data: service
      .direct('12', 'cpu', from, to, step)
      .map(change)
      .map((point) =>
        path[0] === 'v2' ? { ...point, timestamp: new Date(Number(point.timestamp)).toISOString() } : point
      ),
    ...more,
  });

describe('lines and corridors have no gaps', () => {
  it.each([
    ['v2, which returns no granularity', 'v2', 15 * MINUTE, {}],
    ['v1 that repeats the requested granularity', 'v1', 15 * MINUTE, { granularity: '1m', sourceGranularity: '15m' }],
    ['v1 without any granularity', 'v1', 15 * MINUTE, {}],
    ['v1 that is wrong about its source', 'v1', 5 * MINUTE, { granularity: '1m', sourceGranularity: '1m' }],
  ] as const)('for %s, with coarser data than requested', async (_, metricVersion, step, told) => {
    const { service, ask } = panelOf({ jsonData: { metricVersion } });
    service.body = answer(service, step, told);
    for (let look = 0; look < 2; look++) {
      const [frame] = seriesOf(await ask(SERIES, RANGE).answer());
      expect(frame.length).toBe((6 * HOUR) / step);
      expect(segments(frame, 'smoothened')).toBe(frame.length - 1);
      expect(segments(frame, 'main_up')).toBe(frame.length - 1);
      expect(fieldOf(frame, 'time')?.config.interval).toBe(step);
    }
  });

  it('if points are slightly irregular', async () => {
    const { service, ask } = panelOf();
    service.body = answer(service, MINUTE, { granularity: '1m', sourceGranularity: '1m' }, (point, i) => ({
      ...point,
      timestamp: Number(point.timestamp) + (i % 3) * 2500,
    }));
    const [frame] = seriesOf(await ask(SERIES, RANGE).answer());
    expect(segments(frame, 'smoothened')).toBe(frame.length - 1);
  });

  it('if an old part is coarser than a new one', async () => {
    const { service, ask } = panelOf();
    const border = NOW - 2 * HOUR;
    service.body = answer(service, MINUTE, { granularity: '1m' });
    service.has = (_node, _metric, time) => time > border || time % (15 * MINUTE) === 0;
    const [frame] = seriesOf(await ask(SERIES, RANGE).answer());
    expect(segments(frame, 'smoothened')).toBe(timesOf(frame).length - 1);
  });
});

describe('lines and corridors have gaps', () => {
  it.each([
    ['as requested', MINUTE],
    ['coarser', 15 * MINUTE],
  ])('if points are missing, with data %s', async (_, step) => {
    const { service, ask } = panelOf();
    service.body = answer(service, step, {});
    service.has = (_node, _metric, time) => Math.floor(time / step) % 10 !== 3;
    const [frame] = seriesOf(await ask(SERIES, RANGE).answer());
    const gaps = timesOf(frame).filter((time, i, times) => i > 0 && time - times[i - 1] > step).length;
    expect(gaps).toBeGreaterThan(0);
    expect(segments(frame, 'smoothened')).toBe(frame.length - 1 - gaps);
    expect(segments(frame, 'main_up')).toBe(frame.length - 1 - gaps);
  });
});
