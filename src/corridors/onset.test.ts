import fc from 'fast-check';
import { type Columns, EDGES } from './columns';
import { onsetOf } from './onset';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 0, 31, 12);

/** Points a minute apart around a main corridor from 0 to 10; null: without a value. */
function columnsOf(values: Array<number | null>, gap: (i: number) => number = (i) => i): Columns {
  const edge = (value: number) => Float64Array.from(values, () => value);
  return {
    length: values.length,
    time: Float64Array.from(values, (_, i) => T0 + gap(i) * MINUTE),
    smoothened: Float64Array.from(values, (value) => value ?? NaN),
    edges: EDGES.map((name) => (name === 'main_up' ? edge(10) : name === 'main_down' ? edge(0) : null)),
  };
}

const at = (minute: number) => T0 + minute * MINUTE;
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

it('tells when it left and that it still is outside', () => {
  const onset = onsetOf(columnsOf([...times(30, 5), ...times(40, 26)]), MINUTE);
  expect(onset).toEqual({
    state: 'outside',
    at: at(69),
    value: 26,
    expectedFrom: 0,
    expectedTo: 10,
    edge: 10,
    deviation: 1.6,
    stay: { from: at(30), isOpen: false, unknown: null, to: at(69), back: null, worst: 1.6 },
    unknown: null,
  });
});

it('is not fooled by a short return', () => {
  const onset = onsetOf(columnsOf([...times(30, 5), ...times(20, 26), ...times(5, 5), ...times(20, 26)]), MINUTE);
  expect(onset).toMatchObject({ state: 'outside', stay: { from: at(30), back: null } });
});

it('takes no lone spike for the beginning of a stay that follows after several points inside', () => {
  const spiked = (spike: number, inside: number, out: number) =>
    onsetOf(columnsOf([...times(30, 5), ...times(spike, 60), ...times(inside, 5), ...times(out, 26)]), MINUTE);
  expect(spiked(1, 5, 20)?.stay).toMatchObject({ from: at(36), isOpen: false, worst: 1.6 });
  expect(spiked(1, 4, 20)?.stay).toMatchObject({ from: at(30), worst: 5 });
  expect(spiked(2, 10, 1)?.stay).toMatchObject({ from: at(30), back: null });
  expect(spiked(1, 1, 20)?.stay).toMatchObject({ from: at(30), worst: 5 });
  expect(spiked(5, 5, 20)?.stay).toMatchObject({ from: at(30), worst: 5 });
});

it('does not end a stay where nothing is known after a spike', () => {
  const gap = columnsOf([...times(30, 5), 60, 5, ...times(10, 0).map(() => null), ...times(10, 26)]);
  expect(onsetOf(gap, MINUTE)?.stay).toMatchObject({ from: at(30) });
});

it('tells of what comes back: half as far out, or just inside', () => {
  expect(onsetOf(columnsOf([...times(30, 5), ...times(30, 40), ...times(5, 20)]), MINUTE)).toMatchObject({
    state: 'recovering',
    deviation: 1,
    stay: { from: at(30), back: null, worst: 3 },
  });
  expect(onsetOf(columnsOf([...times(30, 5), ...times(30, -40), ...times(5, 5)]), MINUTE)).toMatchObject({
    state: 'recovering',
    deviation: 0,
    stay: { from: at(30), to: at(59), back: at(60), worst: -4 },
  });
});

it('does not say that it comes back while it moves away again', () => {
  const stateOf = (...values: number[]) =>
    onsetOf(columnsOf([...times(30, 5), ...times(30, 40), ...times(5, 15), ...values]), MINUTE)?.state;
  const rising = Array.from({ length: 40 }, (_, i) => 15 + i / 4);
  expect(stateOf(15, 16, 15, 16, 15)).toBe('recovering');
  expect(stateOf(...rising.slice(0, 5))).toBe('recovering');
  expect(stateOf(16, 17, 18, 19, 20)).toBe('outside');
  // However slowly it rises, and though it is far less out than it was.
  expect(stateOf(...rising)).toBe('outside');
  expect(stateOf(...rising, ...times(20, 24))).toBe('outside');
  // Until it turns again.
  expect(stateOf(...rising, 24, 22, 20, 18, 16)).toBe('recovering');
});

it('goes by widths of the corridor, as it tells them: the same distance is farther out of a narrow one', () => {
  const columns = columnsOf([...times(30, 5), ...times(30, 40), ...times(5, 22)]);
  const [up, down] = columns.edges;
  expect(onsetOf(columns, MINUTE)?.state).toBe('recovering');
  up?.fill(7, 60);
  down?.fill(3, 60);
  expect(onsetOf(columns, MINUTE)).toMatchObject({ state: 'outside', deviation: 3.75, stay: { worst: 3.75 } });
});

it('is inside once it has been for a quarter of an hour, and tells of the stay before', () => {
  expect(onsetOf(columnsOf([...times(30, 5), ...times(30, 40), ...times(20, 5)]), MINUTE)).toMatchObject({
    state: 'inside',
    stay: { from: at(30), back: at(60) },
  });
});

it('does not say when it left where that lies before the range', () => {
  expect(onsetOf(columnsOf(times(10, 40)), MINUTE)).toMatchObject({ stay: { isOpen: true, from: at(0) } });
});

it('takes two points inside for a return where points are an hour apart', () => {
  const hourly = (values: number[]) =>
    onsetOf(
      columnsOf(values, (i) => 60 * i),
      60 * MINUTE
    );
  expect(hourly([5, 40, 5, 40])).toMatchObject({ state: 'outside', stay: { from: at(60) } });
  expect(hourly([5, 40, 5, 5, 40])).toMatchObject({ state: 'outside', stay: { from: at(240) } });
});

it('goes on outside where nothing is known between, and names that time', () => {
  const outside = columnsOf([5, 5, ...times(10, 40), ...times(200, 0).map(() => null), ...times(10, 40)]);
  expect(onsetOf(outside, MINUTE)?.stay).toMatchObject({
    from: at(2),
    isOpen: false,
    to: at(221),
    unknown: { from: at(11), to: at(212) },
  });
});

it('does not say when it left where nothing is known before', () => {
  const outside = columnsOf([...times(10, 5), ...times(200, 0).map(() => null), ...times(10, 40)]);
  expect(onsetOf(outside, MINUTE)?.stay).toMatchObject({
    from: at(210),
    isOpen: true,
    unknown: { from: at(9), to: at(210) },
  });
});

it('names what is not known before it was back', () => {
  const back = columnsOf([...times(10, 5), ...times(10, 40), ...times(200, 0).map(() => null), ...times(30, 5)]);
  expect(onsetOf(back, MINUTE)).toMatchObject({
    state: 'inside',
    stay: { from: at(10), isOpen: false, back: at(220), unknown: { from: at(19), to: at(220) } },
  });
});

it('names the longest time inside of which nothing is known, from the start of the range on', () => {
  const nothing = (count: number) => times(count, 0).map(() => null);
  const hole = columnsOf([...times(10, 5), ...nothing(30), ...times(10, 5), ...nothing(200), ...times(10, 5)]);
  expect(onsetOf(hole, MINUTE)).toMatchObject({ stay: null, unknown: { from: at(49), to: at(250) } });
  const late = columnsOf(times(10, 5));
  expect(onsetOf(late, MINUTE, at(-600))).toMatchObject({ stay: null, unknown: { from: at(-600), to: at(0) } });
  expect(onsetOf(late, MINUTE, at(-2))).toMatchObject({ stay: null, unknown: null });
  expect(onsetOf(columnsOf(times(10, 40)), MINUTE, at(-600))).toMatchObject({
    stay: { isOpen: true, unknown: { from: at(-600), to: at(0) } },
    unknown: null,
  });
});

it('names what is not known since it was back, apart from what is not of the stay', () => {
  const back = columnsOf([...times(10, 40), ...times(10, 5), ...times(200, 0).map(() => null), ...times(10, 5)]);
  expect(onsetOf(back, MINUTE, at(-600))).toMatchObject({
    state: 'inside',
    stay: { back: at(10), unknown: { from: at(-600), to: at(0) } },
    unknown: { from: at(19), to: at(220) },
  });
});

it('takes no other corridor for the main one', () => {
  const columns = columnsOf(times(60, 5));
  const [up, down] = columns.edges;
  const sup = (value: number) => Float64Array.from(times(60, value));
  const edges = EDGES.map((name, i) =>
    name === 'sup_up' ? sup(30) : name === 'sup_down' ? sup(20) : columns.edges[i]
  );
  up?.fill(NaN, 30);
  down?.fill(NaN, 30);
  expect(onsetOf({ ...columns, edges }, MINUTE)).toMatchObject({ state: 'inside', at: at(29), stay: null });
  up?.fill(NaN);
  down?.fill(6);
  expect(onsetOf({ ...columns, edges }, MINUTE)).toMatchObject({
    state: 'outside',
    expectedFrom: null,
    expectedTo: null,
    // Of main one edge is there, and nearer: half a corridor is none.
    edge: 20,
  });
});

it('says nothing where nothing can be judged', () => {
  expect(onsetOf(columnsOf([null, null]), MINUTE)).toBeNull();
  expect(onsetOf({ ...columnsOf([1, 2]), edges: EDGES.map(() => null) }, MINUTE)).toBeNull();
});

it('agrees with a search for the earliest point after which it stays', () => {
  const value = fc.constantFrom(5, 5, 5, 26, -13, null);
  fc.assert(
    fc.property(fc.array(value, { maxLength: 80 }), fc.integer({ min: 1, max: 12 }), (values, step) => {
      const onset = onsetOf(
        columnsOf(values, (i) => step * i),
        step * MINUTE
      );
      const judged = values.flatMap((one, i) =>
        one === null ? [] : [{ minute: step * i, out: one > 10 || one < 0, one }]
      );
      if (judged.length === 0) {
        expect(onset).toBeNull();
        return;
      }
      const newest = judged[judged.length - 1];
      expect(onset).toMatchObject({ at: at(newest.minute), value: newest.one });
      const calm = Math.max(15, 2 * step);
      const outside = judged.filter(({ out }) => out);
      if (outside.length === 0) {
        expect(onset).toMatchObject({ state: 'inside', stay: null });
        return;
      }
      // The earliest point outside after which each return is short, and that is not alone before five points inside.
      const pointsIn = (from: number, to: number) => judged.filter(({ minute }) => minute > from && minute < to).length;
      const lasts = (begin: number) =>
        outside.slice(begin + 1).every(({ minute }, i) => {
          const left = outside[begin + i].minute;
          const returned = pointsIn(left, minute);
          return returned === 0 || (minute - left <= calm && (i > 0 || returned < 5));
        });
      const first = outside.findIndex((_, i) => lasts(i));
      const last = outside[outside.length - 1];
      const back = judged.find(({ minute }) => minute > last.minute);
      expect(onset?.stay).toMatchObject({
        from: at(outside[first].minute),
        isOpen: !judged.some(({ minute }) => minute < outside[first].minute && outside[first].minute - minute <= calm),
        to: at(last.minute),
        back: back ? at(back.minute) : null,
      });
      const isInside = newest.minute - last.minute > calm;
      expect(onset?.state === 'inside').toBe(isInside);
      expect(onset?.state === 'recovering' && !isInside && back !== undefined).toBe(!isInside && back !== undefined);
    })
  );
});
