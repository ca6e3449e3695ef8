import { checkQuirk, durationOf } from './check';

describe('quirks', () => {
  it.each<[string, unknown]>([
    ['there is no field jiter; there are series', { jiter: 1 }],
    ['missing must be <= 1; that share of the points is not there', { missing: 2 }],
    ['series', { series: '(' }],
    ['series does not narrow moves', { series: 'a', moves: 1 }],
    ['no object', 3],
  ])('are refused with a sentence: %s', (sentence, wrong) => {
    expect(() => checkQuirk(wrong)).toThrow(sentence);
  });

  it.each([
    { late: ['0s', 600_000], maxWindow: '7d', series: '^101:' },
    { refuseGranularity: ['1m'], refuseAggregation: 'sum', total: 'absent' },
    {},
  ])('are accepted: %j', (quirk) => {
    expect(checkQuirk(quirk)).toBe(quirk);
  });

  it('accept durations as milliseconds or as text', () => {
    expect([durationOf(1500), durationOf('2m')]).toEqual([1500, 120_000]);
  });
});
