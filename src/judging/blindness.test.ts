import { type Columns, EDGES } from '../corridors/columns';
import { DAY, HOUR, MINUTE } from '../settings';
import { blindnessOf } from './blindness';

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

const reasonOf = (found: ReturnType<typeof blindnessOf>) =>
  found !== null && typeof found === 'object' ? found.reason : found;

it('treats a metric as silent an hour after its next expected point', () => {
  const minutely = columnsOf(every(MINUTE, END - DAY, END - HOUR - MINUTE));
  expect(blindnessOf([minutely], MINUTE, END)).toBeNull();
  expect(blindnessOf([minutely], MINUTE, END + 1)).toEqual({ reason: 'silent', since: END - HOUR - MINUTE });
  const daily = columnsOf(every(DAY, END - 6 * DAY, END - DAY));
  expect(blindnessOf([daily], HOUR, END + HOUR)).toBeNull();
  expect(reasonOf(blindnessOf([daily], HOUR, END + HOUR + 1))).toBe('silent');
});

it('does not see points after the moment that it judges', () => {
  const back = columnsOf([...every(MINUTE, END - DAY, END - 3 * HOUR), ...every(MINUTE, END + HOUR, END + 2 * HOUR)]);
  expect(blindnessOf([back], MINUTE, END)).toEqual({ reason: 'silent', since: END - 3 * HOUR });
});

it('does not judge a metric without values in 14 days', () => {
  expect(blindnessOf([], MINUTE, END)).toBe('unknown');
  expect(blindnessOf([columnsOf([{ time: END - 14 * DAY - 1 }])], MINUTE, END)).toBe('unknown');
  expect(blindnessOf([columnsOf([{ time: END, value: NaN }])], MINUTE, END)).toBe('unknown');
});

it('treats a gap as usual if the metric had it before', () => {
  const points = [...every(HOUR, END - 9 * DAY, END - 7 * DAY), ...every(HOUR, END - 5 * DAY, END - DAY)];
  expect(blindnessOf([columnsOf(points)], HOUR, END)).toBeNull();
  expect(reasonOf(blindnessOf([columnsOf(points)], HOUR, END + DAY + 2 * HOUR))).toBe('silent');
});

it('shows since when there are no corridors, or only flat ones', () => {
  const lost = [...every(HOUR, END - 9 * DAY, END - DAY), ...every(HOUR, END - DAY + HOUR, END, 'none')];
  expect(blindnessOf([columnsOf(lost)], HOUR, END)).toEqual({ reason: 'learning', since: END - DAY });
  const always = columnsOf(every(HOUR, END - 14 * DAY, END, 'flat'));
  expect(blindnessOf([always], HOUR, END)).toEqual({ reason: 'flat', since: null });
  const young = columnsOf(every(HOUR, END - 3 * DAY, END, 'none'));
  expect(blindnessOf([young], HOUR, END)).toEqual({ reason: 'learning', since: END - 3 * DAY });
  const partly = [...every(HOUR, END - DAY, END - HOUR, 'flat'), { time: END }];
  expect(blindnessOf([columnsOf(partly)], HOUR, END)).toBeNull();
});
