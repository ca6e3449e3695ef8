import { columnsFrom, type Row } from '../../tests/support/rows';
import { concat } from './columns';
import { corridorFrame, emptyFrame, type FrameOptions } from './frames';
import { judge } from './judge';

const NONE = [null, null, null, null, null, null];
const row = (value: number | null, edges: Array<number | null> = NONE): Row => ({ value, edges });
const FULL = [20, 10, 30, 20, 10, 0];

const OPTIONS: FrameOptions = {
  refId: 'A',
  name: 'cpu · db',
  identity: { nodeId: '12', metricId: 'cpu', aggregation: 'avg', nodeName: 'db', metricName: '', systemName: 'shop' },
  place: 0,
  bands: ['inf', 'sup', 'main'],
  outliers: true,
  deviation: true,
  step: 60_000,
  partner: ' (now)',
};

function frameOf(rows: Row[], options: Partial<FrameOptions> = {}) {
  return corridorFrame(judge(columnsFrom(rows)), { ...OPTIONS, ...options }).frame;
}

const names = (rows: Row[], options?: Partial<FrameOptions>) => frameOf(rows, options).fields.map(({ name }) => name);

describe('corridorFrame', () => {
  it('has the distance of points as interval, or of pixels if it is thinned', () => {
    const rows = Array.from({ length: 500 }, (_, i) => row(i % 97, FULL));
    const intervalOf = (options: Partial<FrameOptions>) => frameOf(rows, options).fields[0].config;
    expect(intervalOf({})).toEqual({ interval: 60_000 });
    expect(intervalOf({ thin: { pixels: 10, from: 60_000, to: 501 * 60_000 } })).toEqual({ interval: 3_000_000 });
    expect(frameOf([row(1, FULL)], { step: 0 }).fields[0].config).toEqual({});
  });

  it('has no value for a forecast without one, and names its outliers and deviation', () => {
    expect(names([row(null, FULL)], { kind: 'forecast' })).not.toContain('smoothened');
    expect(names([row(null, FULL)])).toContain('smoothened');
    expect(names([row(50, FULL)], { kind: 'forecast' })).toContain('smoothened');
    const { fields, meta } = frameOf([row(50, FULL)]);
    expect(fields.slice(-2).map(({ config }) => config.displayNameFromDS)).toEqual([
      'cpu · db outlier',
      'cpu · db deviation',
    ]);
    expect(meta).toEqual({
      type: 'timeseries-multi',
      typeVersion: [0, 1],
      preferredVisualisationType: 'graph',
    });
  });

  it('thins pieces like one series, and keeps the points at their borders', () => {
    const row = (i: number): Row => ({ value: Math.sin(i) * 40, edges: FULL });
    const rows = Array.from({ length: 500 }, (_, i) => row(i));
    const thin = { pixels: 10, from: 0, to: 500 * 60_000 };
    const pieces = [rows.slice(0, 130), rows.slice(130, 131), rows.slice(131)];
    const starts = [0, 130, 131];
    const whole = corridorFrame(judge(columnsFrom(rows)), { ...OPTIONS, thin }).frame;
    const { frame, thinned } = corridorFrame(
      judge(concat(pieces.map((piece, p) => columnsFrom(piece, starts[p] * 60_000)))),
      { ...OPTIONS, thin }
    );
    expect(thinned).toEqual({ points: 500, rows: frame.length });
    const [times, kept] = [whole, frame].map(({ fields }): number[] => fields[0].values);
    const pixelOf = (time: number) => Math.floor(time / (50 * 60_000));
    // Pixel 2 is in three pieces, and may keep more than necessary.
    expect(kept.filter((time) => pixelOf(time) !== 2)).toEqual(times.filter((time) => pixelOf(time) !== 2));
    expect(kept).toEqual(expect.arrayContaining(times.filter((time) => time !== 130 * 60_000)));
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
    const outlier = frame.fields.find(({ name }) => name === 'outlier')?.values;
    kept.forEach((time, i) => {
      const { value } = rows[time / 60_000];
      expect(outlier?.[i]).toBe(value !== null && (value > 30 || value < 0) ? value : null);
    });
  });
});

it('has no entry in a legend for a missing line', () => {
  const { fields, length } = emptyFrame('A');
  expect(length).toBe(0);
  expect(fields.map(({ name }) => name)).toEqual(['time', 'smoothened']);
  expect(fields[1].config.custom.hideFrom).toEqual({ legend: true, tooltip: false, viz: false });
});
