import fc from 'fast-check';
import { type Columns, EDGES } from '../../ground/columns';
import { DAY, HOUR, MINUTE } from '../../ground/spans';
import { type Candidate } from './metrics';
import { bucketsOf, lanesOf, measured, MOST_BUCKETS } from './lanes';
import { judgedOf } from './table';

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

const FROM = Date.UTC(2026, 0, 31, 7, 3, 20);

it('has the distance between points of its densest metric', () => {
  const each = (step: number) =>
    Array.from({ length: 10 }, (_, i): Point => ({ time: FROM + i * step, value: 5, main: [0, 1], sup: null }));
  const buckets = bucketsOf({ from: FROM, to: FROM + 10 * HOUR });
  const sources = [HOUR, 5 * MINUTE].map((step, i) => ({
    candidate: candidate('1', `m${i}`),
    ...measured(judgedOf({ columns: [columnsOf(each(step))], step: MINUTE }), buckets),
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
