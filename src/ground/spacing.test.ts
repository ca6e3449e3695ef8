import { applyNullInsertThreshold } from '@grafana/data';
import fc from 'fast-check';
import { columnsOf, type ModelPoint } from '../../tests/support/modelService';
import { HOUR, MINUTE } from './spans';
import { type Columns, concat, NO_POINTS, view } from './columns';
import { corridorFrame, type FrameOptions } from './frames';
import { judge } from './judge';
import { spacingOf } from './spacing';

const START = Date.UTC(2026, 0, 31);
const OPTIONS: FrameOptions = {
  refId: 'A',
  name: 'cpu',
  identity: { nodeId: '1', metricId: 'cpu', aggregation: '', nodeName: '', metricName: '', systemName: '' },
  place: 0,
  bands: [],
  outliers: false,
  deviation: false,
  step: MINUTE,
  partner: ' (now)',
};

const columnsAt = (times: number[]) => columnsOf(times.map((time): ModelPoint => [time, 1]));

/** The neighbors that a time series panel joins by a line: it breaks lines according to `config.interval`. */
function joined(pieces: Columns[], options: Partial<FrameOptions> = {}): Array<[number, number]> {
  const { frame } = corridorFrame(judge(concat(pieces)), { ...OPTIONS, ...options });
  const [time, value] = applyNullInsertThreshold({ frame }).fields;
  const pairs: Array<[number, number]> = [];
  for (let i = 1; i < value.values.length; i++) {
    if (value.values[i] !== null && value.values[i - 1] !== null) {
      pairs.push([time.values[i - 1], time.values[i]]);
    }
  }
  return pairs;
}
const pairsOf = (times: number[]) => times.slice(1).map((time, i): [number, number] => [times[i], time]);
const every = (step: number, count: number, from = START) => Array.from({ length: count }, (_, i) => from + i * step);

describe('lines', () => {
  const without = (times: number[], ...gone: number[]) => times.filter((_, i) => !gone.includes(i));
  it.each([
    ['as requested', without(every(MINUTE, 60), 20), 1],
    ['as requested, an hour', [...every(MINUTE, 60), ...every(MINUTE, 60, START + 2 * HOUR)], 1],
    ['at a quarter of an hour', without(every(15 * MINUTE, 24), 7, 8, 15), 2],
    ['at a quarter of an hour, few', without(every(15 * MINUTE, 6), 2), 1],
    [
      'a tenth of a step off',
      without(
        every(MINUTE, 60).map((time, i) => time + (i % 2 ? 6000 : -6000)),
        20,
        31,
        32
      ),
      2,
    ],
    [
      'a tenth of a step off, next to the gap',
      without(every(MINUTE, 60), 20).map((t, i) => t + (i === 19 ? 6000 : i === 20 ? -6000 : 0)),
      1,
    ],
    [
      'coarse before, fine after',
      without([...every(15 * MINUTE, 12), ...every(MINUTE, 90, START + 3 * HOUR)], 5, 40, 41, 42, 70),
      3,
    ],
  ])('are broken if points are missing that are %s', (_, times, gaps) => {
    const pairs = joined([columnsAt(times)]);
    expect(pairs).toHaveLength(times.length - 1 - gaps);
    const columns = columnsAt(times);
    const pieces = [view(columns, 0, 4), view(columns, 4, 5), view(columns, 5, times.length)];
    expect(joined(pieces)).toEqual(pairs);
  });

  it('join and break if a coarse part comes before a fine one, with any missing points', () => {
    const cases = fc.record({
      coarse: fc.constantFrom(5, 15, 60),
      counts: fc.tuple(fc.integer({ min: 24, max: 60 }), fc.integer({ min: 60, max: 300 })),
      /**
       * The missing points of the fine part, one in twelve, or four: a gap as long as five minutes in the coarse part. At
       * its first points, it is unclear which of two distances continues.
       */
      gone: fc.array(fc.nat(11), { minLength: 25, maxLength: 25 }),
      run: fc.constantFrom(1, 4),
    });
    fc.assert(
      fc.property(cases, ({ coarse, counts: [old, young], gone, run }) => {
        const before = every(coarse * MINUTE, old);
        const isGone = (i: number) => {
          const since = (i % 12) - gone[Math.floor(i / 12)];
          return i >= 12 && since >= 0 && since < run;
        };
        const places = every(1, young, 0).filter((i) => !isGone(i));
        const after = places.map((i) => START + (old * coarse + i) * MINUTE);
        const times = [...before, ...after];
        const expected = pairsOf(times).filter((_, i) => i < old || places[i - old + 1] - places[i - old] === 1);
        expect(joined([columnsAt(times)])).toEqual(expected);
      }),
      { numRuns: 200 }
    );
  });
});

describe('spacingOf', () => {
  it('is the service’s if points don’t show it', () => {
    expect(spacingOf(NO_POINTS, MINUTE)).toEqual({ interval: MINUTE, gaps: [] });
    expect(spacingOf(columnsAt([START]), HOUR)).toEqual({ interval: HOUR, gaps: [] });
    expect(spacingOf(NO_POINTS)).toEqual({ interval: 0, gaps: [] });
  });

  // Points a minute apart, with a stretch of another distance in the middle.
  const between = (before: number, step: number, count: number, after: number) => {
    const middle = START + (before - 1) * MINUTE;
    const end = middle + count * step;
    return [...every(MINUTE, before), ...every(step, count, middle + step), ...every(MINUTE, after, end + MINUTE)];
  };
  it.each([
    ['sparse if there are many in a row', between(2500, 2 * MINUTE, 20, 2500), 0],
    ['missing data if there are few of both', between(300, 3 * MINUTE, 5, 300), 5],
    ['missing data if they are not in a row', between(20, 3 * MINUTE, 4, 20), 4],
  ])('equal distances are %s', (_, times, gaps) => {
    expect(spacingOf(columnsAt(times), MINUTE).gaps).toHaveLength(gaps);
  });

  it('does not take quadratic time', () => {
    // Every seventh is missing, then every sixth, and so on: many runs.
    const times = every(MINUTE, 200_000).filter((_, i) => i % (6 + (Math.floor(i / 100) % 9)) !== 0);
    expect(spacingOf(columnsAt(times), MINUTE).interval).toBe(MINUTE);
  });
});
