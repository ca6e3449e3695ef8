import { type Columns, EDGES } from '../ground/columns';
import { type Judgment, judgeMetric } from './judgeMetric';
import { excursionAt } from './excursions';
import { HOUR, MINUTE } from '../ground/spans';

const T0 = Date.UTC(2026, 0, 31, 12);
const at = (minute: number) => T0 + minute * MINUTE;

/** A value and its main corridor, which is 0 to 10 by default. */
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

/** Judged at the newest point, for a range from the first to the newest. */
function judged(points: readonly Point[], { step = 1, from = at(0), to = NaN, now = Infinity } = {}): Judgment {
  const end = Number.isNaN(to) ? at(points.at(-1)?.minute ?? 0) : to;
  return judgeMetric(columnsOf(points), { from, to: end, now, step: step * MINUTE });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

it('reports since when it is outside, how far it is now, and its largest distance', () => {
  expect(judged(series([...times(30, 5), 50, ...times(39, 26)]))).toEqual({
    state: 'outside',
    since: at(30),
    isSinceKnown: true,
    contrarySince: null,
    isInsideThroughout: false,
    trend: 'steady',
    newest: { at: at(69), value: 26, expectedFrom: 0, expectedTo: 10, deviation: 1.6 },
    excursions: [
      { from: at(30), to: at(69), leftAt: at(30), backAt: null, hasReturns: false, worst: { widths: 4, at: at(30) } },
    ],
    worst: { widths: 4, at: at(30) },
  });
});

it('knows the state by points of the last ten minutes, or of three steps if those are longer', () => {
  const stateAfter = (time: number, step: number) =>
    judged(series(times(30, 5), step), { step, to: at(29 * step) + time }).state;
  expect([0, 1].map((late) => stateAfter(10 * MINUTE + late, 1))).toEqual(['inside', 'unknown']);
  expect([0, 1].map((late) => stateAfter(45 * MINUTE + late, 15))).toEqual(['inside', 'unknown']);
});

it('ends a time outside if data is missing for more than 15 minutes, or for more than two steps', () => {
  const countOf = (gap: number, step: number) =>
    judged([...series(times(5, 26), step), { minute: 4 * step + gap, value: 26 }], { step }).excursions.length;
  expect([15, 16].map((gap) => countOf(gap, 1))).toEqual([1, 2]);
  expect([24, 25].map((gap) => countOf(gap, 12))).toEqual([1, 2]);
});

it('includes returns shorter than 15 minutes in a time outside', () => {
  const countOf = (inside: number) =>
    judged(series([...times(5, 26), ...times(inside, 5), ...times(5, 26)])).excursions.length;
  expect([13, 14].map(countOf)).toEqual([1, 2]);
});

it('does not know when it came back during a time without data', () => {
  expect(judged(series([5, ...times(10, 40), ...times(200, null), ...times(10, 5)]))).toMatchObject({
    state: 'inside',
    since: at(211),
    isSinceKnown: false,
    excursions: [{ backAt: null }],
  });
});

it('only reports it as inside throughout if the whole range is known', () => {
  const throughout = (values: Array<number | null>, options = {}) => judged(series(values), options).isInsideThroughout;
  expect(throughout(times(60, 5))).toBe(true);
  expect(throughout([...times(60, 5), 26, 5])).toBe(false);
  expect(throughout([5, ...times(30, null), 5])).toBe(false);
  expect(throughout(times(60, 5), { from: at(-60) })).toBe(false);
  expect(throughout(times(60, 5), { to: at(120) })).toBe(false);
});

it('does not report it as inside throughout if it is outside, or if the range has no points', () => {
  const from = (minute: number, values: number[]) =>
    judged(series(values), { from: at(minute), to: at(120), now: at(59) });
  const back = [...times(45, 5), ...times(13, 26), 5, 5];
  expect(from(58, back)).toMatchObject({ state: 'outside', isInsideThroughout: false });
  expect(from(60, times(60, 5))).toMatchObject({ state: 'inside', isInsideThroughout: false });
  expect(from(59, times(60, 5))).toMatchObject({ state: 'inside', isInsideThroughout: true });
});

it('expects the span of all corridors', () => {
  const columns = columnsOf(series([5, 25, 40]));
  const sup = [30, 20].map((edge) => Float64Array.from(times(3, edge)));
  const edges = EDGES.map((name, i) => (name === 'sup_up' ? sup[0] : name === 'sup_down' ? sup[1] : columns.edges[i]));
  const newest = (length: number) => {
    const part = { ...columns, edges, length };
    const cut = { ...part, time: part.time.slice(0, length), smoothened: part.smoothened.slice(0, length) };
    const wanted = { from: at(0), to: at(length - 1), now: Infinity, step: MINUTE };
    return judgeMetric({ ...cut, edges: edges.map((edge) => edge?.slice(0, length) ?? null) }, wanted).newest;
  };
  expect([1, 2, 3].map(newest)).toMatchObject(
    [0, 0, 1].map((deviation) => ({ expectedFrom: 0, expectedTo: 30, deviation }))
  );
});

it('knows nothing without a corridor, and no current state without new data', () => {
  const bare = { ...columnsOf(series([1, 2])), edges: EDGES.map(() => null) };
  const nothing = { state: 'unknown', since: null, newest: null, excursions: [], worst: null };
  expect(judgeMetric(bare, { from: at(0), to: at(1), now: Infinity, step: MINUTE })).toMatchObject(nothing);
  const old = judged(series([...times(5, 5), ...times(5, 40)]), { to: at(60) });
  expect(old).toMatchObject({ state: 'unknown', since: null, newest: { at: at(9), deviation: 3 } });
  expect(judged(series(times(5, 40)), { to: at(600), now: at(6) }).state).toBe('outside');
});

it('determines the state from the newest bucket, and from two while it has fewer than half of its points', () => {
  const spike = judged(series([...times(70, 5), 50]));
  expect(spike).toMatchObject({
    state: 'inside',
    since: at(0),
    contrarySince: at(70),
    excursions: [],
    worst: { widths: 4 },
  });
  const back = judged(series([...times(60, 50), ...times(7, 5)]));
  expect(back).toMatchObject({ state: 'outside', since: at(0), contrarySince: at(60), excursions: [{ backAt: null }] });
  expect(judged(series([...times(60, 50), ...times(8, 5)]))).toMatchObject({
    state: 'inside',
    since: at(60),
    contrarySince: null,
    excursions: [{ to: at(59), backAt: at(60) }],
  });
  const apart = [...series(times(60, 50)), { minute: 75, value: 5 }];
  expect(judged(apart).state).toBe('inside');
});

it('compares the newest half hour outside with the hour before', () => {
  const trend = (...values: number[]) => judged(series(values)).trend;
  expect(trend(...times(30, 30))).toBeNull();
  expect(trend(5, ...times(30, 30), ...times(30, 30))).toBe('steady');
  expect([34.9, 35, 35.1].map((newest) => trend(...times(60, 30), ...times(30, newest)))).toEqual([
    'steady',
    'steady',
    'worse',
  ]);
  expect([25.1, 25, 24.9].map((newest) => trend(...times(60, 30), ...times(30, newest)))).toEqual([
    'steady',
    'steady',
    'better',
  ]);
  // What was before that hour, or a short return, changes nothing.
  expect(trend(...times(200, 90), ...times(60, 30), ...times(10, 30), 5, 5, ...times(18, 30))).toBe('steady');
  expect(judged(series([90, 90, 30, 30], 60), { step: 60 }).trend).toBe('steady');
  expect(judged(series([90, 90, 90, 30], 60), { step: 60 }).trend).toBe('better');
});

it('has the same state and beginning in any range', () => {
  const columns = columnsOf(series([...times(100, 5), ...times(300, 50), ...times(60, 30)]));
  const states = [0, 60, 300, 450].map((start) => {
    const judgment = judgeMetric(columns, { from: at(start), to: at(459), now: Infinity, step: MINUTE });
    return [judgment.state, judgment.since, judgment.trend];
  });
  expect(states).toEqual(states.map(() => ['outside', at(100), 'better']));
});

it('has the worst deviation of the range, and the times outside that touch it', () => {
  const columns = columnsOf(series([5, 90, ...times(20, 5), ...times(40, 30)]));
  const { excursions, worst } = judgeMetric(columns, { from: at(30), to: at(61), now: Infinity, step: MINUTE });
  expect(worst).toEqual({ widths: 2, at: at(30) });
  expect(excursions).toMatchObject([{ leftAt: at(22) }]);
});

it('finds the time outside that includes a moment', () => {
  const { excursions } = judged(series([...times(30, 5), ...times(20, 26), ...times(30, 5), ...times(20, 26)]));
  expect(excursionAt(excursions, at(29), MINUTE)).toBeNull();
  expect(excursionAt(excursions, at(30), MINUTE)?.leftAt).toBe(at(30));
  expect(excursionAt(excursions, at(49.5), MINUTE)?.leftAt).toBe(at(30));
  expect(excursionAt(excursions, at(50), MINUTE)).toBeNull();
  expect(excursionAt(excursions, at(99), MINUTE)?.leftAt).toBe(at(80));
  // It continues as far as is known.
  expect(excursionAt(excursions, at(99) + HOUR, MINUTE)).toBeNull();
});
