import fc from 'fast-check';
import { mostAtOnce } from './marks';

const span = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 15 }))
  .map(([from, length]) => ({ from, to: from + length }));

test('counts the most alerts that contain the same moment', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const moments = Array.from({ length: 60 }, (_, moment) => moment);
      const counts = moments.map((moment) => spans.filter(({ from, to }) => from <= moment && moment <= to).length);
      expect(mostAtOnce(spans)).toBe(Math.max(...counts));
    })
  );
});
