import type { Quirk } from '../quirks/quirk';
import { DAY, HOUR, MINUTE } from '../time';
import { type Wanted, granularityName, resolveStep } from './granularity';

const quarter = 15 * MINUTE;
const now = Date.parse('2026-01-29T11:47:00Z');

/** The step of a range that ends `ago` before now. */
function resolve(range: number, source: number, granularity?: Wanted['granularity'], quirk?: Quirk, ago = 0): number {
  return resolveStep({ from: now - ago - range, to: now - ago, now, source, granularity }, quirk);
}

describe('granularity', () => {
  it('follows the range if none is requested', () => {
    const step = (range: number) => granularityName(resolve(range, MINUTE));
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
    expect(resolve(HOUR, quarter)).toBe(quarter);
    expect(resolve(2 * DAY, HOUR)).toBe(HOUR);
    expect(() => resolve(HOUR, quarter, '1m')).toThrow('not supported');
    expect(() => resolve(HOUR, HOUR, '15m')).toThrow('not supported');
  });

  it('is the requested one, within the limits', () => {
    expect(resolve(HOUR, MINUTE, '1h')).toBe(HOUR);
    expect(resolve(48 * HOUR, MINUTE, '1m')).toBe(MINUTE);
    expect(() => resolve(48 * HOUR + 1, MINUTE, '1m')).toThrow('48 hours');
    expect(resolve(14 * DAY, MINUTE, '15m')).toBe(quarter);
    expect(() => resolve(14 * DAY + 1, MINUTE, '60m')).toThrow('14 days');
    expect(resolve(14 * DAY, MINUTE, '1m', { maxFineWindow: '14d' })).toBe(MINUTE);
  });

  it('is coarser, or refused, with a quirk', () => {
    expect(resolve(HOUR, quarter, '1m', { finer: 'coarser' })).toBe(quarter);
    expect(() => resolve(HOUR, MINUTE, '15m', { refuseGranularity: ['1m', '15m'] })).toThrow('switched off');
    expect(resolve(HOUR, MINUTE, undefined, { refuseGranularity: ['1m', '15m'] })).toBe(HOUR);
    expect(() => resolve(6 * HOUR, MINUTE, '15m', { maxWindow: '5h' })).toThrow('5 hours');
  });

  it('is 1m within its retention', () => {
    const kept = (ago: number, granularity?: '1m') => resolve(HOUR, MINUTE, granularity, { fineFor: '30d' }, ago * DAY);
    expect([kept(0), kept(29), kept(31)]).toEqual([MINUTE, MINUTE, quarter]);
    expect(kept(29, '1m')).toBe(MINUTE);
    expect(() => kept(31, '1m')).toThrow('1m is kept for 30 days');
  });
});
