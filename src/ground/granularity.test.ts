import { rangeUtil } from '@grafana/data';
import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from './spans';
import {
  atLeast,
  autoGranularity,
  coarser,
  type Granularity,
  GRANULARITIES,
  granularityOf,
  ruleGranularity,
  STEP,
  stepOf,
} from './granularity';

describe('autoGranularity', () => {
  it('without a minimum interval is never coarser than the rule, and finer if all points have room', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 * DAY }),
        fc.integer({ min: 1, max: 50_000 }),
        (range, maxDataPoints) => {
          const chosen = autoGranularity({ range, maxDataPoints, intervalMs: grafanas(range, maxDataPoints) });
          const rule = ruleGranularity(range);
          const fitting = GRANULARITIES.filter((granularity) => range / STEP[granularity] <= maxDataPoints);
          const finest = fitting.length > 0 && STEP[fitting[0]] < STEP[rule] ? fitting[0] : rule;
          expect(chosen).toBe(finest);
        }
      ),
      { numRuns: 1000 }
    );
  });

  it.each<[number, Granularity]>([
    [12 * HOUR, '1m'],
    [12 * HOUR + 1, '15m'],
    [7 * DAY, '15m'],
    [7 * DAY + 1, '1h'],
  ])('of %d ms in an unknown panel follows the rule', (range, expected) => {
    expect(autoGranularity({ range })).toBe(expected);
    expect(autoGranularity({ range, maxDataPoints: 0, intervalMs: HOUR })).toBe(expected);
    expect(ruleGranularity(range)).toBe(expected);
  });

  it('accepts points that just fit, and not one more', () => {
    expect(autoGranularity({ range: 10 * DAY, maxDataPoints: 960 })).toBe('15m');
    expect(autoGranularity({ range: 10 * DAY, maxDataPoints: 959 })).toBe('1h');
  });
});

it.each<[number, Granularity]>([
  [0, '1m'],
  [MINUTE, '1m'],
  [MINUTE + 1, '15m'],
  [15 * MINUTE, '15m'],
  [15 * MINUTE + 1, '1h'],
  [DAY, '1h'],
])('the finest whose step is not below %d ms is %s', (step, expected) => {
  expect(atLeast(step)).toBe(expected);
});

it('the coarser of two is the one with the longer step, in any order', () => {
  expect([coarser('1m', '1h'), coarser('1h', '1m'), coarser('15m', '15m')]).toEqual(['1h', '1h', '15m']);
});

it.each([
  ['', 'auto'],
  ['auto', 'auto'],
  ['1m', '1m'],
  ['15m', '15m'],
  ['1h', '1h'],
  ['60m', '1h'],
  ['5m', null],
  ['constructor', null],
])('the text %p is the granularity %p', (text, expected) => {
  expect(granularityOf(text)).toBe(expected);
});

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

function grafanas(range: number, maxDataPoints: number): number {
  return Math.max(1, rangeUtil.roundInterval(range / maxDataPoints));
}
