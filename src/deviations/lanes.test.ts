import fc from 'fast-check';
import { type Columns, EDGES } from '../corridors/columns';
import { DAY, HOUR, MINUTE } from '../settings';
import { type Candidate } from './candidates';
import { bucketsOf, type LaneBy, lanesOf, measured, MOST_BUCKETS } from './lanes';

interface Point {
  time: number;
  value: number | null;
  main: [number, number] | null;
  sup: [number, number] | null;
}

const candidate = (nodeId: string, metricId: string): Candidate => ({
  nodeId,
  nodeName: null,
  metricId,
  metricName: null,
  systemId: Number(nodeId) < 3 ? 's1' : null,
  systemName: null,
});

function columnsOf(points: Point[]): Columns {
  const at = (of: (point: Point) => number | null | undefined) => Float64Array.from(points, (one) => of(one) ?? NaN);
  const edges = { main_up: at(({ main }) => main?.[1]), main_down: at(({ main }) => main?.[0]) };
  const sup = { sup_up: at((point) => point.sup?.[1]), sup_down: at((point) => point.sup?.[0]) };
  return {
    length: points.length,
    time: at(({ time }) => time),
    smoothened: at(({ value }) => value),
    edges: EDGES.map((name) => ({ ...edges, ...sup })[name as keyof typeof edges] ?? null),
  };
}

/** The contract's `deviation` of one point, implemented again. */
function deviationOf({ value, main, sup }: Point): number | null {
  if (value === null || !main || main[1] <= main[0]) {
    return null;
  }
  const bands = [main, sup].flatMap((band) => (band ? [band] : []));
  if (bands.some(([down, up]) => value >= down && value <= up)) {
    return 0;
  }
  const distance = Math.min(...bands.flatMap((edges) => edges.map((edge) => Math.abs(value - edge))));
  return ((value > main[1] ? 1 : -1) * distance) / (main[1] - main[0]);
}

const FROM = Date.UTC(2026, 0, 31, 7, 3, 20);
const band = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })).map(([down, width]) => {
  const edges: [number, number] = [down, down + width];
  return edges;
});
const pointsArb = (range: number) =>
  fc
    .uniqueArray(
      fc.record({
        time: fc.integer({ min: FROM, max: FROM + range }),
        value: fc.option(fc.integer({ min: -9, max: 19 }), { nil: null, freq: 8 }),
        main: fc.option(band, { nil: null, freq: 8 }),
        sup: fc.option(
          band.map(([down, up]): [number, number] => [down + 5, up + 5]),
          { nil: null }
        ),
      }),
      { selector: ({ time }) => time, maxLength: 30 }
    )
    .map((points) => points.sort((a, b) => a.time - b.time));

const inputs = fc
  .integer({ min: MINUTE, max: 40 * DAY })
  .chain((range) =>
    fc.tuple(
      fc.constant(range),
      fc.array(pointsArb(range), { maxLength: 6 }),
      fc.constantFrom<LaneBy>('metric', 'node', 'system')
    )
  );

it('follow their definition, point by point', () => {
  fc.assert(
    fc.property(inputs, ([length, lists, by]) => {
      const range = { from: FROM, to: FROM + length };
      const buckets = bucketsOf(range);
      const candidates = lists.map((_, i) => candidate(String(1 + (i % 4)), `m${i % 3}${i < 4 ? '' : 'x'}`));
      const lanes = lanesOf(
        lists.map((points, i) => ({
          candidate: candidates[i],
          ...measured({ columns: [columnsOf(points)], step: MINUTE }, buckets),
        })),
        by
      );
      const keyOf = ({ nodeId, metricId, systemId }: Candidate) =>
        by === 'metric' ? `${nodeId} ${metricId}` : by === 'node' ? nodeId : String(systemId);
      const expected = new Map<string, Array<number | null>>();
      lists.forEach((points, i) => {
        const empty = Array.from({ length: buckets.count }, () => null);
        if (points.length === 0 && !expected.has(keyOf(candidates[i]))) {
          // No data: a lane without values.
          expected.set(keyOf(candidates[i]), empty);
        }
        for (const point of points) {
          const value = deviationOf(point);
          const bucket = Math.floor(point.time / buckets.width) - Math.floor(FROM / buckets.width);
          if (value === null || bucket >= buckets.count) {
            continue;
          }
          const key = keyOf(candidates[i]);
          const values = expected.get(key) ?? Array.from({ length: buckets.count }, () => null);
          const before = values[bucket] ?? null;
          values[bucket] = before === null || Math.abs(value) > Math.abs(before) ? value : before;
          expected.set(key, values);
        }
      });
      const severity = (values: Array<number | null>) => {
        const told = values.filter((value) => value !== null);
        const share = told.length === 0 ? -1 : told.filter((value) => value !== 0).length / told.length;
        return [share, Math.max(0, ...told.map(Math.abs))];
      };
      const found = lanes.map((lane) => [keyOf(lane.candidates[0]), lane.values] as const);
      expect(new Map(found.map(([key, values]) => [key, values.map((value) => value && Math.abs(value))]))).toEqual(
        new Map([...expected].map(([key, values]) => [key, values.map((value) => value && Math.abs(value))]))
      );
      const order = found.map(([, values]) => severity([...values]));
      expect(order).toEqual([...order].sort((a, b) => b[0] - a[0] || b[1] - a[1]));
      for (const { values, worst, candidates: own } of lanes) {
        values.forEach((value, i) => expect(worst[i] >= 0 && worst[i] < own.length).toBe(value !== null));
      }
    })
  );
});

it('has the distance between points of its densest metric', () => {
  const each = (step: number) =>
    Array.from({ length: 10 }, (_, i): Point => ({ time: FROM + i * step, value: 5, main: [0, 1], sup: null }));
  const buckets = bucketsOf({ from: FROM, to: FROM + 10 * HOUR });
  const sources = [HOUR, 5 * MINUTE].map((step, i) => ({
    candidate: candidate('1', `m${i}`),
    ...measured({ columns: [columnsOf(each(step))], step: MINUTE }, buckets),
  }));
  expect(lanesOf(sources, 'metric').map(({ step }) => step)).toEqual([HOUR, 5 * MINUTE]);
  expect(lanesOf(sources, 'node').map(({ step }) => step)).toEqual([5 * MINUTE]);
});

describe('buckets', () => {
  it('have the finest width with at most 200 buckets, and begin on its multiples', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 600_000 }), (start, length) => {
        const range = { from: start * 60_017, to: (start + length) * 60_017 };
        const { width, start: first, count } = bucketsOf(range);
        expect(first % width).toBe(0);
        expect(first <= range.from && range.from < first + width).toBe(true);
        const end = first + count * width;
        expect(end >= range.to && end - width < range.to).toBe(true);
        expect(count).toBeLessThanOrEqual(MOST_BUCKETS);
        const finer = [MINUTE, 15 * MINUTE, HOUR].filter((step) => step < width);
        finer.forEach((step) =>
          expect(Math.ceil(range.to / step) - Math.floor(range.from / step)).toBeGreaterThan(MOST_BUCKETS)
        );
      })
    );
  });

  it.each([
    [3 * HOUR, MINUTE],
    [24 * HOUR, 15 * MINUTE],
    [7 * DAY, HOUR],
    [30 * DAY, 4 * HOUR],
    [90 * DAY, DAY],
    [5 * 365 * DAY, 16 * DAY],
  ])('over %d ms have %d ms', (length, width) => {
    expect(bucketsOf({ from: FROM, to: FROM + length }).width).toBe(width);
  });
});

test('are in the requested order: longest outside, furthest outside, or newest trouble first', () => {
  const main: [number, number] = [0, 10];
  const buckets = bucketsOf({ from: FROM, to: FROM + 6 * MINUTE });
  const lane = (nodeId: string, values: number[]) => {
    const points = values.map((value, i) => ({ time: FROM + i * MINUTE, value, main, sup: null }));
    return { candidate: candidate(nodeId, 'm'), ...measured({ columns: [columnsOf(points)], step: MINUTE }, buckets) };
  };
  const sources = [
    lane('over', [5, 5, 90, 90, 5, 5]),
    lane('old', [5, 20, 20, 20, 20, 20]),
    lane('inside', [5, 5, 5, 5, 5, 5]),
    lane('new', [20, 5, 5, 5, 30, 30]),
    lane('always', [15, 15, 15, 15, 15, 15]),
  ];
  const order = (sort: 'longest' | 'furthest' | 'newest') =>
    lanesOf(sources, 'metric', sort).map(({ candidates }) => candidates[0].nodeId);
  expect(order('longest')).toEqual(['always', 'old', 'new', 'over', 'inside']);
  expect(order('furthest')).toEqual(['over', 'new', 'old', 'always', 'inside']);
  expect(order('newest')).toEqual(['new', 'old', 'always', 'over', 'inside']);
});
