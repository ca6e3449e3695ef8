import { DAY, HOUR, MINUTE, readSettings } from '../settings';
import { layoutAt, layoutV2 } from './blocks';
import { type Limits } from './plan';

const LIMITS: Limits = readSettings({ jsonData: {} });
/** A border of all blocks. */
const START = 20_160 * DAY;
const NOW = START + 100 * DAY + 12 * HOUR + 7 * MINUTE + 34_567;
const QUARTER = 15 * MINUTE;
const span = (from: number, to: number) => ({ from: START + from, to: START + to });

/** The requests for a range of which nothing was read. */
function requestsFor(
  from: number,
  to: number,
  granularity: '1m' | '15m' | '1h',
  more: Partial<Limits> = {},
  most = 200
) {
  const layout = layoutAt(span(from, to), most, granularity, { ...LIMITS, ...more }, NOW);
  const step = { '1m': MINUTE, '15m': QUARTER, '1h': HOUR }[granularity];
  return layout.partsFor([layout.cover], step);
}

describe('blocks', () => {
  it('cover a range that ended long ago, newest first', () => {
    expect(requestsFor(HOUR, 30 * HOUR, '15m')).toEqual([
      span(24 * HOUR, 32 * HOUR),
      span(16 * HOUR, 24 * HOUR),
      span(8 * HOUR, 16 * HOUR),
      span(0, 8 * HOUR),
    ]);
  });

  it('are asked for where some of them is missing', () => {
    const layout = layoutAt(span(HOUR, 30 * HOUR), 200, '15m', LIMITS, NOW);
    expect(layout.partsFor([], QUARTER)).toEqual([]);
    expect(layout.partsFor([span(9 * HOUR, 10 * HOUR), span(31 * HOUR, 32 * HOUR)], QUARTER)).toEqual([
      span(24 * HOUR, 32 * HOUR),
      span(8 * HOUR, 16 * HOUR),
    ]);
    expect(layout.joins).toBe(false);
  });

  it('come before the rest, which ends now', () => {
    const layout = layoutAt(span(98 * DAY, 101 * DAY - DAY + 12 * HOUR), 200, '15m', LIMITS, NOW);
    const [rest, ...blocks] = layout.partsFor([layout.cover], QUARTER);
    expect(rest).toEqual(span(99 * DAY + 8 * HOUR, 100 * DAY + 12 * HOUR + 7 * MINUTE + 30_000));
    expect(blocks.map(({ from }) => (from - START) / HOUR)).toEqual([99 * 24, 98 * 24 + 16, 98 * 24 + 8, 98 * 24]);
  });

  it.each([
    [9 * HOUR, 8 * HOUR],
    [8 * HOUR, 8 * HOUR],
    [7 * HOUR, 4 * HOUR],
    [HOUR, HOUR],
  ])('are no longer than the window limit of %d ms', (maxWindow, length) => {
    const requests = requestsFor(0, 2 * DAY, '15m', { maxWindow });
    expect(new Set(requests.map(({ from, to }) => to - from))).toEqual(new Set([length]));
    expect(requests).toHaveLength((2 * DAY) / length);
  });

  it.each([
    [48 * 8 * HOUR, 200, 48],
    [49 * 8 * HOUR, 200, 25],
    [10 * 8 * HOUR, 10, 10],
    [10 * 8 * HOUR, 9, 5],
    [10 * 8 * HOUR, 4, 3],
  ])('are longer where a range of %d ms would need too many: of at most %d so many', (length, most, count) => {
    expect(requestsFor(0, length, '15m', {}, most)).toHaveLength(count);
  });

  it('cover the newest part of a range for which there are too few', () => {
    const layout = layoutAt(span(0, 70 * DAY), 2, '1h', LIMITS, NOW);
    expect(layout.range).toEqual(span(42 * DAY, 70 * DAY));
    expect(layout.partsFor([layout.cover], HOUR)).toEqual([span(56 * DAY, 70 * DAY), span(42 * DAY, 56 * DAY)]);
    const whole = layoutAt(span(0, 28 * DAY), 2, '1h', LIMITS, NOW);
    expect(whole.range).toEqual(span(0, 28 * DAY));
  });

  it('hold a moment on their border as the end of one', () => {
    expect(layoutAt(span(DAY, DAY), 200, '15m', LIMITS, NOW).cover).toEqual(span(DAY - 8 * HOUR, DAY));
  });
});

describe('the rest', () => {
  const rest = (from: number, to = 100 * DAY + 12 * HOUR + 7 * MINUTE + 34_567, more: Partial<Limits> = {}) =>
    layoutAt(span(from, to), 200, '1m', { ...LIMITS, ...more }, NOW);

  it('ends where the range does, in the future too', () => {
    expect(rest(100 * DAY, 100 * DAY + 20 * HOUR + 3).cover.to).toBe(START + 100 * DAY + 20 * HOUR);
    expect(rest(100 * DAY).cover.to).toBe(NOW - 4567);
  });

  it('is cut from its start where it is longer than the limit', () => {
    const layout = rest(100 * DAY, 100 * DAY + 12 * HOUR, { maxFineWindow: 5 * HOUR });
    expect(layout.partsFor([layout.cover], MINUTE)).toEqual([
      span(100 * DAY + 10 * HOUR, 100 * DAY + 12 * HOUR),
      span(100 * DAY + 5 * HOUR, 100 * DAY + 10 * HOUR),
      span(100 * DAY, 100 * DAY + 5 * HOUR),
    ]);
  });

  it('is asked for on a grid that is the coarser the more is missing, so that viewers ask alike', () => {
    const layout = rest(100 * DAY);
    const end = 100 * DAY + 12 * HOUR;
    const missing = (from: number) => layout.partsFor([span(from, end)], MINUTE);
    expect(missing(end - 5 * MINUTE)).toEqual([span(end - 5 * MINUTE, end)]);
    expect(missing(end - 100 * MINUTE + 3 * MINUTE)).toEqual([span(end - 104 * MINUTE, end)]);
    expect(missing(end - 104 * MINUTE)).toEqual([span(end - 104 * MINUTE, end)]);
  });

  it('that is missing apart is asked for apart', () => {
    const end = 100 * DAY + 12 * HOUR;
    expect(
      rest(100 * DAY).partsFor([span(100 * DAY, 100 * DAY + 3 * MINUTE), span(end - 3 * MINUTE, end)], MINUTE)
    ).toEqual([span(end - 3 * MINUTE, end), span(100 * DAY, 100 * DAY + 3 * MINUTE)]);
  });
});

describe('blocks of v2', () => {
  const v2 = (from: number, to: number, more: Partial<Limits> = {}) =>
    layoutV2(span(from, to), 200, { ...LIMITS, metricVersion: 'v2', ...more }, NOW);
  const wholeOf = (layout: ReturnType<typeof v2>) => layout.partsFor([layout.cover], HOUR);

  it('are all that a range takes that is over', () => {
    expect(wholeOf(v2(0, 15 * DAY)).map(({ from, to }) => [from - START, to - START])).toEqual([
      [7.5 * DAY, 15 * DAY],
      [0, 7.5 * DAY],
    ]);
  });

  it('are of the class that the limits leave', () => {
    const parts = wholeOf(v2(0, 30 * DAY, { maxWindow: 5 * DAY }));
    expect(parts).toHaveLength(30);
    expect(new Set(parts.map(({ from, to }) => to - from))).toEqual(new Set([DAY]));
  });
});
