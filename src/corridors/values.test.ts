import fc from 'fast-check';
import { hasValue, type Stretch, valuesOf } from './values';

const value = fc.option(fc.integer(), { nil: null, freq: 3 });
const whole = fc.array(fc.integer(), { maxLength: 5 });
const part = fc.oneof(whole, fc.array(value, { maxLength: 5 }));

/** A stretch of these values, without a column where there are none. */
function stretchOf(values: Array<number | null>): Stretch {
  const isEmpty = values.every((one) => one === null);
  return { length: values.length, column: isEmpty ? null : Float64Array.from(values, (one) => one ?? NaN) };
}

it('gives the values of all stretches in a row, null where there is none', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const stretches = parts.map(stretchOf);
      const expected = parts.flat();
      expect(valuesOf(stretches)).toEqual(expected);
      expect(hasValue(stretches)).toBe(expected.some((one) => one !== null));
    })
  );
});
