import { DAY, HOUR, MINUTE } from '../settings';
import { Pairs } from './pairs';

const NOW = 100 * DAY;
const REFUSAL = { message: 'unknown metric' };
const last = (span: number, now = NOW) => ({ from: now - span, to: now });

describe('Pairs', () => {
  it('that were refused count for five minutes, with the reason', () => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('a', last(HOUR), NOW, REFUSAL);
    expect(pairs.refusalOf('a', last(HOUR), NOW + 5 * MINUTE)).toBe(REFUSAL);
    expect(pairs.refusalOf('a', last(HOUR), NOW + 5 * MINUTE + 1)).toBeUndefined();
    expect(pairs.isAbsent('a', last(HOUR), NOW + 5 * MINUTE)).toBe(true);
    expect(pairs.isAbsent('a', last(HOUR), NOW + 5 * MINUTE + 1)).toBe(false);
  });

  it.each([
    ['a refusal', REFUSAL, DAY],
    ['an empty answer', undefined, HOUR],
  ])('%s applies to later requests if its range ended close enough to now', (_, refused, near) => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('near', { from: NOW - 9 * DAY, to: NOW - near }, NOW, refused);
    pairs.isNot('far', { from: NOW - 9 * DAY, to: NOW - near - 1 }, NOW, refused);
    expect(pairs.isAbsent('near', last(HOUR, NOW + MINUTE), NOW + MINUTE)).toBe(true);
    expect(pairs.isAbsent('far', last(HOUR, NOW + MINUTE), NOW + MINUTE)).toBe(false);
  });

  it('are forgotten if there are too many, and on demand', () => {
    const pairs = new Pairs(HOUR);
    for (let i = 0; i <= 10_000; i++) {
      pairs.isNot(String(i), last(HOUR), NOW, REFUSAL);
    }
    expect(pairs.isAbsent('0', last(HOUR), NOW)).toBe(false);
    expect(pairs.isAbsent('10000', last(HOUR), NOW)).toBe(true);
    pairs.clear();
    expect(pairs.isAbsent('10000', last(HOUR), NOW)).toBe(false);
  });
});
