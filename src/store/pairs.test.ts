import { DAY, HOUR, MINUTE } from '../settings';
import { Pairs } from './pairs';

const NOW = 100 * DAY;
const last = (span: number, now = NOW) => ({ from: now - span, to: now });

describe('Pairs', () => {
  it('that are empty are absent for a while, in what was looked at and what follows', () => {
    const pairs = new Pairs(HOUR);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(false);
    pairs.isNot('a', last(6 * HOUR), NOW, false);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(true);
    expect(pairs.isAbsent('a', last(6 * HOUR, NOW + 5 * MINUTE), NOW + 5 * MINUTE)).toBe(true);
    expect(pairs.isAbsent('a', last(7 * HOUR), NOW)).toBe(false);
    expect(pairs.isAbsent('a', last(HOUR), NOW + HOUR + 1)).toBe(false);
    expect(pairs.isAbsent('b', last(HOUR), NOW)).toBe(false);
  });

  it('that were empty long ago may have data now', () => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('a', { from: NOW - 9 * DAY, to: NOW - 8 * DAY }, NOW, false);
    expect(pairs.isAbsent('a', { from: NOW - 9 * DAY, to: NOW - 8.5 * DAY }, NOW)).toBe(true);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(false);
  });

  it('that were refused as unknown are absent in every range; of an old range that speaks for old ones', () => {
    const pairs = new Pairs(HOUR);
    pairs.isNot('a', last(HOUR), NOW, true);
    expect(pairs.isAbsent('a', last(90 * DAY), NOW)).toBe(true);
    pairs.isNot('b', { from: NOW - 9 * DAY, to: NOW - 8 * DAY }, NOW, true);
    expect(pairs.isAbsent('b', { from: NOW - 20 * DAY, to: NOW - 9 * DAY }, NOW)).toBe(true);
    expect(pairs.isAbsent('b', last(HOUR), NOW)).toBe(false);
  });

  it('that had data once are never absent', () => {
    const pairs = new Pairs(HOUR);
    pairs.exists('a');
    pairs.isNot('a', last(HOUR), NOW, false);
    expect(pairs.isAbsent('a', last(HOUR), NOW)).toBe(false);
  });

  it('are forgotten where there are too many, and on demand', () => {
    const pairs = new Pairs(HOUR);
    for (let i = 0; i <= 10_000; i++) {
      pairs.isNot(String(i), last(HOUR), NOW, true);
    }
    expect(pairs.isAbsent('0', last(HOUR), NOW)).toBe(false);
    expect(pairs.isAbsent('10000', last(HOUR), NOW)).toBe(true);
    pairs.clear();
    expect(pairs.isAbsent('10000', last(HOUR), NOW)).toBe(false);
  });
});
