import { DAY, HOUR, MINUTE } from '../settings';
import { Pairs } from './pairs';

const NOW = 100 * DAY;
const REFUSAL = { message: 'unknown metric' };
const last = (span: number, now = NOW) => ({ from: now - span, to: now });

describe('Pairs', () => {
  it('that are empty are absent for a while, in what was looked at and what follows', () => {
    const pairs = new Pairs(HOUR);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(false);
    pairs.isNot('a', last(6 * HOUR), NOW);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(true);
    expect(pairs.isAbsent('a', last(6 * HOUR, NOW + 5 * MINUTE), NOW + 5 * MINUTE)).toBe(true);
    expect(pairs.isAbsent('a', last(7 * HOUR), NOW)).toBe(false);
    expect(pairs.isAbsent('a', last(HOUR), NOW + HOUR + 1)).toBe(false);
    expect(pairs.isAbsent('b', last(HOUR), NOW)).toBe(false);
  });

  it('that were empty long ago may have data now', () => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('a', { from: NOW - 9 * DAY, to: NOW - 8 * DAY }, NOW);
    expect(pairs.isAbsent('a', { from: NOW - 9 * DAY, to: NOW - 8.5 * DAY }, NOW)).toBe(true);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(false);
  });

  it('that were refused as unknown are absent in every range; of an old range that speaks for old ones', () => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('a', last(HOUR), NOW, REFUSAL);
    expect(pairs.isAbsent('a', last(90 * DAY), NOW)).toBe(true);
    pairs.isNot('b', { from: NOW - 9 * DAY, to: NOW - 8 * DAY }, NOW, REFUSAL);
    expect(pairs.isAbsent('b', { from: NOW - 20 * DAY, to: NOW - 9 * DAY }, NOW)).toBe(true);
    expect(pairs.isAbsent('b', last(HOUR), NOW)).toBe(false);
  });

  it('that were refused count for five minutes, with the reason', () => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('a', last(HOUR), NOW, REFUSAL);
    expect(pairs.refusalOf('a', last(HOUR), NOW + 5 * MINUTE)).toBe(REFUSAL);
    expect(pairs.refusalOf('a', last(HOUR), NOW + 5 * MINUTE + 1)).toBeUndefined();
    expect(pairs.isAbsent('a', last(HOUR), NOW + 5 * MINUTE)).toBe(true);
    expect(pairs.isAbsent('a', last(HOUR), NOW + 5 * MINUTE + 1)).toBe(false);
  });

  it('speak for a range to its very end, and until their time is over', () => {
    const pairs = new Pairs(HOUR);
    const range = { from: NOW - 9 * DAY, to: NOW - 8 * DAY };
    pairs.isNot('a', range, NOW);
    expect(pairs.isAbsent('a', range, NOW + HOUR)).toBe(true);
    expect(pairs.isAbsent('a', { ...range, to: range.to + 1 }, NOW)).toBe(false);
  });

  it.each([
    ['a refusal', REFUSAL, DAY],
    ['an empty answer', undefined, HOUR],
  ])('%s speaks for what follows where its range reached near enough to now', (_, refused, near) => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('near', { from: NOW - 9 * DAY, to: NOW - near }, NOW, refused);
    pairs.isNot('far', { from: NOW - 9 * DAY, to: NOW - near - 1 }, NOW, refused);
    expect(pairs.isAbsent('near', last(HOUR, NOW + MINUTE), NOW + MINUTE)).toBe(true);
    expect(pairs.isAbsent('far', last(HOUR, NOW + MINUTE), NOW + MINUTE)).toBe(false);
  });

  it('that had data once are never absent', () => {
    const pairs = new Pairs(HOUR);
    expect(pairs.isThere('a')).toBe(false);
    pairs.exists('a');
    pairs.isNot('a', last(HOUR), NOW);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(false);
    expect(pairs.isThere('a')).toBe(true);
    pairs.isNot('b', last(HOUR), NOW);
    expect(pairs.isThere('b')).toBe(false);
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
