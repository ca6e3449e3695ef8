import { DAY, HOUR, MINUTE } from './spans';
import { stepOf } from './granularity';

it.each([
  ['1m', MINUTE],
  ['15m', 15 * MINUTE],
  ['60m', HOUR],
  ['1h', HOUR],
  ['30s', 30_000],
  ['1d', DAY],
  ['15 m', 15 * MINUTE],
  ['', null],
  ['m', null],
  ['15', null],
  ['15w', null],
  ['x15m', null],
  ['15mx', null],
  ['15xm', null],
  ['PT1M', null],
  ['auto', null],
  [null, null],
])('stepOf %s is %s', (text, expected) => {
  expect(stepOf(text)).toBe(expected);
});
