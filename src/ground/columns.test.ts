import { columnsOf, type ModelPoint } from '../../tests/support/modelService';
import { columnsFrom, type Row } from '../../tests/support/rows';
import { hasCorridor, NO_POINTS, slice, view } from './columns';

describe('a corridor', () => {
  const row = (...edges: Row['edges']): Row => ({ value: 1, edges });
  const none = columnsFrom([row(null, null, null, null, null, null)]);
  const some = columnsFrom([row(null, null, null, null, null, null), row(null, null, null, null, null, 5)], 60_000);

  it('exists if any point has any edge', () => {
    expect([[], [none], [NO_POINTS, none]].map(hasCorridor)).toEqual([false, false, false]);
    expect([[some], [none, some], [some, none]].map(hasCorridor)).toEqual([true, true, true]);
    // A band of later points, which these don't have.
    expect(hasCorridor([view(some, 0, 1)])).toBe(false);
  });
});

it('keeping a part of a large answer releases the rest, and a whole answer is not copied', () => {
  const whole = columnsOf(Array.from({ length: 64 }, (_, i): ModelPoint => [i, i]));
  const banded = { ...whole, edges: [whole.smoothened, null, null, null, null, null] };
  const { time, smoothened, edges } = slice(banded, 0, 30);
  expect([time, smoothened, edges[0]].map((column) => column?.buffer.byteLength)).toEqual([240, 240, 240]);
  expect(view(whole, 0, 30).time.buffer).toBe(whole.time.buffer);
  expect(view(whole, 0, 64)).toBe(whole);
  expect([view(whole, 5, 5), view(whole, 6, 5)]).toEqual([NO_POINTS, NO_POINTS]);
});
