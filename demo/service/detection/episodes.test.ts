import { HOUR, MINUTE } from '../time';
import { emptyColumns, pushRow } from '../series/columns';
import type { Metric, Series } from '../series/metric';
import { findEpisodes } from './episodes';

const bands = { mainUp: 10, mainDown: 0, supUp: 20, supDown: 10, infUp: NaN, infDown: NaN };

/** A metric with these values, one per step. Null: no point. */
function metricOf(step: number, values: Array<number | null>): Metric {
  const series: Series = {
    step,
    begins: 0,
    baselineFrom: 0,
    read(from, to) {
      const columns = emptyColumns();
      values.forEach((value, i) => {
        if (value !== null && i * step >= from && i * step <= to) {
          pushRow(columns, i * step, value, bands);
        }
      });
      return columns;
    },
    corridors: emptyColumns,
  };
  const node = { id: 1, name: 'n', system: { id: 1, name: 's' }, linked: [] };
  return { node, id: 'm', name: 'm', metricType: 'double', aggregation: 'avg', weight: 1, series };
}

function repeat(value: number | null, times: number): Array<number | null> {
  return new Array<number | null>(times).fill(value);
}

function find(step: number, values: Array<number | null>) {
  return findEpisodes(metricOf(step, values), 0, values.length * step);
}

describe('episodes', () => {
  it('begin after two quarters outside every corridor, and end after two inside', () => {
    const [episode, ...rest] = find(15 * MINUTE, [5, 5, 25, 25, 25, 5, 5, 5]);
    expect(rest).toEqual([]);
    expect(episode.joined).toBe(4 * 15 * MINUTE);
    expect(episode.left).toBe(7 * 15 * MINUTE);
    expect(episode.findings[0]).toMatchObject({ severity: 'orange', type: 'deviation', deviation: 0.5 });
    expect(episode.findings.at(-1)).toMatchObject({ severity: 'green', deviation: 0 });
  });

  it('need more than a side band, and more than one step', () => {
    expect(find(15 * MINUTE, [5, 15, 15, 15, 25, 5])).toEqual([]);
  });

  it('watch minutes in steps of five, for a quarter of an hour', () => {
    const [episode] = find(MINUTE, [...repeat(5, 20), ...repeat(35, 30), ...repeat(5, 30)]);
    expect(episode.joined).toBe(35 * MINUTE);
    expect(episode.left).toBe(65 * MINUTE);
    expect(find(MINUTE, [...repeat(5, 20), ...repeat(35, 9), ...repeat(5, 30)])).toEqual([]);
  });

  it('stay open until the series comes back', () => {
    expect(find(HOUR, [5, 5, 50, 50, 50])[0].left).toBe(Infinity);
  });

  it('report missing data after an hour, more severe with time', () => {
    const [episode] = find(15 * MINUTE, [5, ...repeat(null, 30), 5, 5, 5]);
    expect(episode.joined).toBe(5 * 15 * MINUTE);
    expect(episode.findings.map(({ severity, type, deviation }) => [severity, type, deviation])).toEqual([
      ['yellow', 'missing_data', null],
      ['orange', 'missing_data', null],
      ['red', 'missing_data', null],
      ['green', 'deviation', 0],
    ]);
  });

  it('change severity with the deviation', () => {
    const [episode] = find(15 * MINUTE, [5, ...repeat(22, 4), ...repeat(45, 4), 5, 5]);
    expect(episode.findings.map((finding) => finding.severity)).toEqual(['yellow', 'blood_red', 'green']);
  });
});
