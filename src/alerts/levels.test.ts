import { levelOf } from './levels';

test.each([
  ['severe', 'critical'],
  ['cosmic', 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
  [null, 'unknown'],
])('the level of %p is %s', (impact, level) => {
  expect(levelOf(impact)).toBe(level);
});
