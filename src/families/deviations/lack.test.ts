import { type Columns, EDGES } from '../../ground/columns';
import { DAY, HOUR, MINUTE } from '../../ground/settings';
import { lackAt } from './silent';

const NO_DATA = { reason: 'silent', since: null };
const END = Date.UTC(2026, 10, 21, 12);

type Corridor = 'wide' | 'flat' | 'none';

function columnsOf(points: Array<{ time: number; value?: number; corridor?: Corridor }>): Columns {
  const edge = (value: number) =>
    Float64Array.from(points, ({ corridor = 'wide' }) => (corridor === 'none' ? NaN : corridor === 'flat' ? 5 : value));
  return {
    length: points.length,
    time: Float64Array.from(points, ({ time }) => time),
    smoothened: Float64Array.from(points, ({ value = 5 }) => value),
    edges: EDGES.map((name) => (name === 'main_up' ? edge(10) : name === 'main_down' ? edge(0) : null)),
  };
}

const every = (step: number, from: number, to: number, corridor?: Corridor) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => ({ time: from + i * step, corridor }));

const reasonOf = (found: ReturnType<typeof lackAt>) => found?.reason ?? null;

it('treats a metric as silent an hour after its next expected point', () => {
  const minutely = columnsOf(every(MINUTE, END - DAY, END - HOUR - MINUTE));
  expect(lackAt([minutely], MINUTE, END)).toBeNull();
  expect(lackAt([minutely], MINUTE, END + 1)).toEqual({ reason: 'silent', since: END - HOUR });
  const daily = columnsOf(every(DAY, END - 6 * DAY, END - DAY));
  expect(lackAt([daily], HOUR, END + HOUR)).toBeNull();
  expect(reasonOf(lackAt([daily], HOUR, END + HOUR + 1))).toBe('silent');
});

it('does not see points after the moment that it judges', () => {
  const back = columnsOf([...every(MINUTE, END - DAY, END - 3 * HOUR), ...every(MINUTE, END + HOUR, END + 2 * HOUR)]);
  expect(lackAt([back], MINUTE, END)).toEqual({ reason: 'silent', since: END - 3 * HOUR + MINUTE });
});

it('treats a metric without values in 14 days as silent', () => {
  expect(lackAt([], MINUTE, END)).toEqual(NO_DATA);
  expect(lackAt([columnsOf([{ time: END - 14 * DAY - 1 }])], MINUTE, END)).toEqual(NO_DATA);
  expect(lackAt([columnsOf([{ time: END, value: NaN }])], MINUTE, END)).toEqual(NO_DATA);
});

it('treats a gap as usual if the metric had it before', () => {
  const points = [...every(HOUR, END - 9 * DAY, END - 7 * DAY), ...every(HOUR, END - 5 * DAY, END - DAY)];
  expect(lackAt([columnsOf(points)], HOUR, END)).toBeNull();
  expect(reasonOf(lackAt([columnsOf(points)], HOUR, END + DAY + 2 * HOUR))).toBe('silent');
});

it('shows since when there are no corridors, or only flat ones', () => {
  const lost = [...every(HOUR, END - 9 * DAY, END - DAY), ...every(HOUR, END - DAY + HOUR, END, 'none')];
  expect(lackAt([columnsOf(lost)], HOUR, END)).toEqual({ reason: 'learning', since: END - DAY });
  const always = columnsOf(every(HOUR, END - 14 * DAY, END, 'flat'));
  expect(lackAt([always], HOUR, END)).toEqual({ reason: 'flat', since: null });
  const young = columnsOf(every(HOUR, END - 3 * DAY, END, 'none'));
  expect(lackAt([young], HOUR, END)).toEqual({ reason: 'learning', since: END - 3 * DAY });
  const partly = [...every(HOUR, END - DAY, END - HOUR, 'flat'), { time: END }];
  expect(lackAt([columnsOf(partly)], HOUR, END)).toBeNull();
});
