import fc from 'fast-check';
import { deviationOf } from '../detection/severity';
import { DAY, HOUR, MINUTE } from '../time';
import { bandsOf, noBands } from '../series/columns';
import { MadeSeries, type MadeSeriesOptions } from './made-series';
import { mainTenant } from './tenant-main';

const start = Date.parse('2026-01-29T11:47:00Z');
const latency = mainTenant[0].nodes[0].metrics[0];

function seriesOf(changes: Partial<MadeSeriesOptions> = {}): MadeSeries {
  const { profile, metricType, step } = latency;
  return new MadeSeries({
    name: 'a',
    seed: 1,
    step,
    begins: start - 30 * DAY,
    profile,
    metricType,
    gaps: false,
    ...changes,
  });
}

describe('a made series', () => {
  it('is the same for the same seed, whatever was read before, and different for another', () => {
    const one = seriesOf();
    one.read(start - 9 * DAY, start - 8 * DAY);
    const again = seriesOf().read(start - HOUR, start);
    expect(one.read(start - HOUR, start)).toEqual(again);
    expect(again.times).toHaveLength(61);
    expect(seriesOf({ seed: 2 }).read(start - HOUR, start).values).not.toEqual(again.values);
  });

  it('returns the same points for parts of a range as for all of it', () => {
    const series = seriesOf();
    const whole = series.read(start - 3 * DAY, start);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * DAY }), (cut) => {
        const left = series.read(start - 3 * DAY, start - cut - 1);
        const right = series.read(start - cut, start);
        expect([...left.values, ...right.values]).toEqual(whole.values);
      }),
      { numRuns: 10 }
    );
  });

  it('has no points before its baseline, and includes both ends of a range', () => {
    const series = seriesOf();
    expect(series.read(0, series.baselineFrom - 1).times).toEqual([]);
    expect(series.read(series.baselineFrom, series.baselineFrom).times).toEqual([series.baselineFrom]);
  });

  it('stays inside its corridors except for short spikes', () => {
    const columns = seriesOf().read(start - 20 * DAY, start);
    const bands = noBands();
    let run = 0;
    let longest = 0;
    columns.values.forEach((value, row) => {
      run = deviationOf(value, bandsOf(columns, row, bands)) !== 0 ? run + 1 : 0;
      longest = Math.max(longest, run);
    });
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(3);
  });

  it('leaves them during an effect, and has no points in a gap', () => {
    const series = seriesOf();
    series.add({ from: start - 5 * HOUR, to: start, shape: 'surge', size: 2.4, seed: 1 });
    series.add({ from: start - 9 * HOUR, to: start - 8 * HOUR, shape: 'gap', size: 0, seed: 1 });
    const columns = series.read(start - 3.5 * HOUR, start - 1.5 * HOUR);
    const bands = noBands();
    expect(columns.values.every((value, row) => deviationOf(value, bandsOf(columns, row, bands)) !== 0)).toBe(true);
    expect(series.read(start - 9 * HOUR, start - 8 * HOUR - 1).times).toEqual([]);
  });

  it('has gaps shorter than an hour if it is configured with gaps', () => {
    const { times } = seriesOf({ gaps: true }).read(start - 3 * DAY, start);
    const holes = times.slice(1).map((time, i) => time - times[i]);
    expect(Math.max(...holes)).toBeGreaterThan(5 * MINUTE);
    expect(Math.max(...holes)).toBeLessThan(HOUR);
  });
});
