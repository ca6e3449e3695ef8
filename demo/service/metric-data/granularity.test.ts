/** @jest-environment node */
import { limitsOf } from '../options';
import { DAY, HOUR, MINUTE } from '../time';
import { granularityName, resolveStep } from './granularity';

const limits = limitsOf({});
const quarter = 15 * MINUTE;

describe('granularity', () => {
  it('follows the range where none is asked for', () => {
    const step = (range: number) => granularityName(resolveStep(range, MINUTE, undefined, limits));
    expect([0, 12 * HOUR, 12 * HOUR + 1, 7 * DAY, 7 * DAY + 1, 14 * DAY].map(step)).toEqual([
      '1m',
      '1m',
      '15m',
      '15m',
      '60m',
      '60m',
    ]);
  });

  it('is never finer than the source', () => {
    expect(resolveStep(HOUR, quarter, undefined, limits)).toBe(quarter);
    expect(resolveStep(2 * DAY, HOUR, undefined, limits)).toBe(HOUR);
    expect(() => resolveStep(HOUR, quarter, '1m', limits)).toThrow('not supported');
    expect(() => resolveStep(HOUR, HOUR, '15m', limits)).toThrow('not supported');
  });

  it('is as asked for, within the limits', () => {
    expect(resolveStep(HOUR, MINUTE, '1h', limits)).toBe(HOUR);
    expect(resolveStep(48 * HOUR, MINUTE, '1m', limits)).toBe(MINUTE);
    expect(() => resolveStep(48 * HOUR + 1, MINUTE, '1m', limits)).toThrow('48 hours');
    expect(resolveStep(14 * DAY, MINUTE, '15m', limits)).toBe(quarter);
    expect(() => resolveStep(14 * DAY + 1, MINUTE, '60m', limits)).toThrow('14 days');
    expect(resolveStep(14 * DAY, MINUTE, '1m', limitsOf({ maxFineWindow: 14 * DAY }))).toBe(MINUTE);
  });
});
