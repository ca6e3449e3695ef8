import fc from 'fast-check';
import { type Columns, EDGES } from '../corridors/columns';
import { judge as measure } from '../corridors/judge';
import { type Judgment, judgeMetric } from './judgeMetric';
import { findStays, stayAt } from './stays';
import { MINUTE } from '../settings';

const T0 = Date.UTC(2026, 0, 31, 12);
const at = (minute: number) => T0 + minute * MINUTE;

/** A value and its main corridor, from 0 to 10 unless it says otherwise. */
interface Point {
  minute: number;
  value: number | null;
  down?: number;
  up?: number;
}

function columnsOf(points: readonly Point[]): Columns {
  const column = (of: (point: Point) => number) => Float64Array.from(points, of);
  return {
    length: points.length,
    time: column(({ minute }) => at(minute)),
    smoothened: column(({ value }) => value ?? NaN),
    edges: EDGES.map((name) =>
      name === 'main_up' ? column(({ up = 10 }) => up) : name === 'main_down' ? column(({ down = 0 }) => down) : null
    ),
  };
}

/** Values at equal distances, in minutes. */
const series = (values: Array<number | null>, step = 1): Point[] =>
  values.map((value, i) => ({ minute: i * step, value }));

/** Judged at the newest point, as of a range that begins with the first and ends with the newest. */
function judged(points: readonly Point[], { step = 1, from = at(0), to = NaN, now = Infinity } = {}): Judgment {
  const end = Number.isNaN(to) ? at(points.at(-1)?.minute ?? 0) : to;
  return judgeMetric(columnsOf(points), { from, to: end, now, step: step * MINUTE });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

it('reports it as inside throughout only if all of the range is known', () => {
  const throughout = (values: Array<number | null>, options = {}) => judged(series(values), options).isInsideThroughout;
  expect(throughout(times(60, 5))).toBe(true);
  expect(throughout([...times(60, 5), 26, 5])).toBe(false);
  expect(throughout([5, ...times(30, null), 5])).toBe(false);
  expect(throughout(times(60, 5), { from: at(-60) })).toBe(false);
  expect(throughout(times(60, 5), { to: at(120) })).toBe(false);
});

it('measures a value inside another corridor by that corridor', () => {
  const columns = columnsOf(series([5, 25, 40]));
  const sup = [30, 20].map((edge) => Float64Array.from(times(3, edge)));
  const edges = EDGES.map((name, i) => (name === 'sup_up' ? sup[0] : name === 'sup_down' ? sup[1] : columns.edges[i]));
  const newest = (length: number) => {
    const part = { ...columns, edges, length };
    const cut = { ...part, time: part.time.slice(0, length), smoothened: part.smoothened.slice(0, length) };
    const wanted = { from: at(0), to: at(length - 1), now: Infinity, step: MINUTE };
    return judgeMetric({ ...cut, edges: edges.map((edge) => edge?.slice(0, length) ?? null) }, wanted).newest;
  };
  expect(newest(1)).toMatchObject({ expectedFrom: 0, expectedTo: 10, deviation: 0 });
  expect(newest(2)).toMatchObject({ expectedFrom: 20, expectedTo: 30, deviation: 0 });
  expect(newest(3)).toMatchObject({ expectedFrom: 0, expectedTo: 10, deviation: 1 });
});

it('takes the state from the newest 15 minutes, so that a single point changes nothing', () => {
  const spike = judged(series([...times(70, 5), 50]));
  expect(spike).toMatchObject({ state: 'inside', since: at(60), isMostly: true, stays: [], worst: { widths: 4 } });
  const back = judged(series([...times(60, 50), ...times(10, 50), 5]));
  expect(back).toMatchObject({ state: 'outside', stays: [{ from: at(0), backAt: null, hasReturns: true }] });
  expect(judged(series([...times(60, 50), ...times(5, 50), ...times(6, 5)]))).toMatchObject({
    state: 'inside',
    since: at(65),
    stays: [{ to: at(64), backAt: at(65) }],
  });
});

it('has the worst of the range, and the stays that touch it', () => {
  const columns = columnsOf(series([5, 90, ...times(20, 5), ...times(40, 30)]));
  const { stays, worst } = judgeMetric(columns, { from: at(30), to: at(61), now: Infinity, step: MINUTE });
  expect(worst).toEqual({ widths: 2, at: at(30) });
  expect(stays).toMatchObject([{ leftAt: at(22) }]);
});

const VALUE = fc.constantFrom(5, 5, 5, 26, -13, null);

it('states nothing of any stay that its points contradict', () => {
  fc.assert(
    fc.property(fc.array(VALUE, { minLength: 1, maxLength: 120 }), (values) => {
      const points = series(values);
      const columns = columnsOf(points);
      const { worst } = judged(points);
      const { stays } = findStays(columns, MINUTE);
      const { deviation } = measure(columns);
      const known = points.flatMap(({ minute, value }, i) =>
        value === null ? [] : [{ time: at(minute), widths: deviation[i] }]
      );
      for (const { from, to, leftAt, backAt, worst: most } of stays) {
        const within = known.filter(({ time }) => time >= from && time <= to);
        expect(within[0].widths).not.toBe(0);
        expect(within.at(-1)?.widths).not.toBe(0);
        expect(Math.abs(most?.widths ?? NaN)).toBe(Math.max(...within.map(({ widths }) => Math.abs(widths))));
        expect(within.find(({ time }) => time === most?.at)?.widths).toBe(most?.widths);
        const before = known.filter(({ time }) => time < from).at(-1);
        expect(leftAt === null || (leftAt === from && before?.widths === 0)).toBe(true);
        const after = known.find(({ time }) => time > to);
        expect(backAt === null || (after?.time === backAt && after.widths === 0)).toBe(true);
      }
      const outside = known.filter(({ widths }) => widths !== 0);
      expect(outside.every(({ time }) => stayAt(stays, time, MINUTE) !== null)).toBe(true);
      expect(Math.abs(worst?.widths ?? 0)).toBe(Math.max(0, ...known.map(({ widths }) => Math.abs(widths))));
    })
  );
});

it('never has a milder worst in a longer range', () => {
  fc.assert(
    fc.property(fc.array(VALUE, { minLength: 2, maxLength: 60 }), fc.nat(58), (values, start) => {
      const far = (points: Point[]) => Math.abs(judged(points).worst?.widths ?? 0);
      const points = series(values);
      expect(far(points)).toBeGreaterThanOrEqual(far(points.slice(Math.min(start, values.length - 1))));
    })
  );
});
