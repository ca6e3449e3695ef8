import fc from 'fast-check';
import { type SharedArrays, sharedValuesOf } from './sharedArrays';
import { type Stretch, valuesOf } from './values';

const number = fc.integer({ min: 0, max: 2 });
const column = fc.array(fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: fc.constant(NaN) }), {
  maxLength: 4,
});
const stretch = fc
  .oneof({ weight: 9, arbitrary: column }, { weight: 1, arbitrary: fc.constant(null) })
  .map((values): Stretch => ({ length: values?.length ?? 2, column: values && Float64Array.from(values) }));

const whole = (...values: number[]): Stretch[] => [{ length: values.length, column: Float64Array.from(values) }];

describe('shared arrays', () => {
  it('gives what a new array would hold, whatever was given before and whatever became of it', () => {
    const step = fc.record({
      field: fc.constantFrom('a', 'b'),
      stretches: fc.array(stretch, { maxLength: 3 }),
      /** What the panel does with it. */
      spoil: fc.option(fc.record({ place: fc.nat(5), value: fc.constantFrom(7, null) }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const shared: SharedArrays = new Map();
        for (const { field, stretches, spoil } of steps) {
          const given = sharedValuesOf(shared, field, stretches);
          expect(given).toEqual(valuesOf(stretches));
          if (spoil) {
            given[spoil.place] = spoil.value;
          }
        }
      }),
      { numRuns: 500 }
    );
  });

  it('gives the same array for the same values, however they lie', () => {
    const shared: SharedArrays = new Map();
    const given = sharedValuesOf(shared, 'value', whole(1, 2, 3));
    expect(sharedValuesOf(shared, 'value', whole(1, 2, 3))).toBe(given);
    expect(sharedValuesOf(shared, 'value', [...whole(1), ...whole(2, 3)])).toBe(given);
    expect(sharedValuesOf(shared, 'other', whole(1, 2, 3))).not.toBe(given);
    expect(sharedValuesOf(shared, 'value', whole(1, 2, 4))).not.toBe(given);
  });

  it('gives an array of its own for what has gaps, since panels change nulls in place', () => {
    const shared: SharedArrays = new Map();
    const gaps = whole(1, NaN, 3);
    expect(sharedValuesOf(shared, 'value', gaps)).not.toBe(sharedValuesOf(shared, 'value', gaps));
  });
});
