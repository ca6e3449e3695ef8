import fc from 'fast-check';
import { drawsRegions, mostAtOnce } from './alertMarks';

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

test('auto draws regions if at most three overlap', () => {
  const overlapping = (count: number) => Array.from({ length: count }, (_, i) => ({ from: i, to: 100 }));
  const apart = Array.from({ length: 50 }, (_, i) => ({ from: i * 10, to: i * 10 + 5 }));
  expect(drawsRegions('auto', overlapping(3))).toBe(true);
  expect(drawsRegions('auto', overlapping(4))).toBe(false);
  expect(drawsRegions('auto', apart)).toBe(true);
  expect(drawsRegions('regions', overlapping(20))).toBe(true);
  expect(drawsRegions('marks', [])).toBe(false);
});
