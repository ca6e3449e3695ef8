import { emptyColumns, pushRow } from './columns';
import { aggregate } from './aggregate';

function points() {
  const columns = emptyColumns();
  const at = (time: number, value: number, up: number, sup: number) =>
    pushRow(columns, time, value, { mainUp: up, mainDown: up - 10, supUp: sup, supDown: up, infUp: NaN, infDown: NaN });
  at(10, 1, 10, NaN);
  at(11, 3, 12, 30);
  at(14, 8, 14, 20);
  at(25, 4, 10, NaN);
  return columns;
}

describe('aggregation', () => {
  it('returns one point per step with data, at its start', () => {
    expect(aggregate(points(), 10, 'avg').times).toEqual([10, 20]);
  });

  it('uses mean, maximum, or sum, for values and upper edges alike', () => {
    const of = (aggregation: 'avg' | 'max' | 'sum') => aggregate(points(), 10, aggregation);
    expect([of('avg').values, of('max').values, of('sum').values]).toEqual([
      [4, 4],
      [8, 4],
      [12, 4],
    ]);
    expect([of('avg').mainUp[0], of('max').mainUp[0], of('sum').mainUp[0]]).toEqual([12, 14, 36]);
    expect([of('avg').mainDown[0], of('max').mainDown[0], of('sum').mainDown[0]]).toEqual([2, 2, 6]);
  });

  it('has a band if any point has it, at the level of all', () => {
    expect(aggregate(points(), 10, 'avg').supUp).toEqual([25, NaN]);
    expect(aggregate(points(), 10, 'sum').supUp).toEqual([75, NaN]);
    expect(aggregate(points(), 10, 'max').infUp).toEqual([NaN, NaN]);
  });
});
