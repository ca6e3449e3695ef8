import { type Operations } from '../service/operations';
import { DAY, HOUR, MINUTE, readSettings } from '../settings';
import { type Span } from '../time/spans';
import { Learned } from './learned';
import { Series } from './series';
import { type Asked, type PartTarget, take } from './take';

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const ago = (time: number) => NOW - time;

/** Points every `step` from one time to another, both ends included. */
function bodyOf(from: number, to: number, step = MINUTE, told: object = { granularity: '1m' }) {
  const data = [];
  for (let timestamp = from; timestamp <= to; timestamp += step) {
    data.push({ timestamp, smoothened: 1 });
  }
  return { ...told, data };
}

function setup(version: 'v1' | 'v2' = 'v1', step = MINUTE) {
  const series = new Series();
  const learned = new Learned();
  const grown = jest.fn();
  const target: PartTarget = {
    request: { version, nodeId: '1', metricId: 'cpu', aggregation: '' } as PartTarget['request'],
    series,
    step,
    learned,
  };
  const tools = {
    operations: {} as Operations,
    now: () => NOW,
    limits: readSettings({ jsonData: {} }),
    grown,
  };
  return {
    series,
    learned,
    grown,
    read: (body: unknown, span: Span, asked: Partial<Asked> = {}, more: Partial<PartTarget> = {}) =>
      take(body, { at: NOW, inside: false, ...asked }, { ...target, ...more }, span, tools),
  };
}

/** What counts as read, as minutes before now. */
const covered = ({ covered: spans }: Series) =>
  spans.map(({ kind, from, to }) => [kind, (NOW - from) / MINUTE, (NOW - to) / MINUTE]);

describe('how far a reading counts', () => {
  it('that ended more than 24 h ago: all of it, also where nothing came', () => {
    const span = { from: ago(50 * HOUR), to: ago(40 * HOUR) };
    const { series, read } = setup();
    read({ data: [] }, span);
    expect(covered(series)).toEqual([['read', 3000, 2400]]);
    read(bodyOf(span.from, span.from + HOUR), span);
    expect(covered(series)).toEqual([['read', 3000, 2400]]);
  });

  it('of the newest points: but for the overlap, which may still move', () => {
    const { series, read, grown } = setup();
    read(bodyOf(ago(60 * MINUTE), NOW), { from: ago(60 * MINUTE), to: NOW });
    expect(covered(series)).toEqual([
      ['read', 60, 10],
      ['seen', 10, 0],
    ]);
    expect(grown).toHaveBeenCalledWith(series);
  });

  it('an answer that several panels wait for is put in once', () => {
    const { series, read } = setup();
    const span = { from: ago(60 * MINUTE), to: NOW };
    const body = bodyOf(ago(60 * MINUTE), NOW);
    read(body, span);
    const pieces = series.pieces(span);
    read(body, span);
    expect(series.pieces(span)[0]).toBe(pieces[0]);
    read({ ...body }, span);
    expect(series.pieces(span)[0]).not.toBe(pieces[0]);
  });

  it('of coarse points: without the two newest steps, requested or returned', () => {
    const span = { from: ago(12 * HOUR), to: NOW };
    const hours = bodyOf(Date.UTC(2026, 10, 21, 1), Date.UTC(2026, 10, 21, 12), HOUR, {});
    for (const [step, told] of [
      [HOUR, {}],
      [MINUTE, { granularity: '1h' }],
    ] as const) {
      const { series, read } = setup('v1', step);
      read({ ...hours, ...told }, span);
      expect(covered(series)).toEqual([
        ['read', 720, 67.5],
        ['seen', 67.5, 0],
      ]);
    }
  });

  it('whose points end before it does: up to the newest one, whose two steps may still move', () => {
    const { series, read } = setup();
    read(bodyOf(ago(60 * MINUTE), ago(30 * MINUTE)), { from: ago(60 * MINUTE), to: NOW });
    expect(covered(series)).toEqual([
      ['read', 60, 31],
      ['seen', 31, 29],
    ]);
  });

  it('that is empty: up to 24 h ago', () => {
    const { series, read } = setup();
    read({ data: [] }, { from: ago(25 * HOUR), to: NOW });
    expect(covered(series)).toEqual([['read', 1500, 1440]]);
  });

  it('behind newer points: to its end, also where it lacks points', () => {
    const { series, read } = setup();
    read(
      bodyOf(ago(60 * MINUTE), ago(50 * MINUTE)),
      { from: ago(60 * MINUTE), to: ago(30 * MINUTE) },
      { inside: true }
    );
    expect(covered(series)).toEqual([['read', 60, 30]]);
  });

  it('of v2 that is shorter than its class: it is shown, and serves no other', () => {
    const { series, read } = setup('v2', HOUR);
    const span = { from: ago(20 * DAY), to: ago(15 * DAY) };
    read(bodyOf(span.from, span.to, HOUR, {}), span);
    expect(covered(series).map(([kind]) => kind)).toEqual(['seen']);
    const whole = { from: ago(30 * DAY), to: ago(22 * DAY) };
    read(bodyOf(whole.from, whole.to, HOUR, {}), whole);
    expect(covered(series).map(([kind]) => kind)).toEqual(['read', 'seen']);
  });
});

it('keeps what the service returns about the series, and its granularity for good', () => {
  const { series, learned, read } = setup();
  const span = { from: ago(50 * HOUR), to: ago(49 * HOUR) };
  read(bodyOf(span.from, span.to, MINUTE, { granularity: '1m', sourceGranularity: '15m', aggregation: 'max' }), span);
  expect(series.metadata).toEqual({ granularity: '1m', sourceGranularity: '15m', aggregation: 'max' });
  expect(learned.triesFrom('1m', NOW, HOUR, true).wanted).toBe('15m');
  read(bodyOf(span.from, span.to, MINUTE, {}), span);
  expect(series.metadata).toEqual({ granularity: null, sourceGranularity: null, aggregation: null });
  // Older data may be stored coarser.
  expect(learned.triesFrom('1m', NOW, HOUR, false).wanted).toBe('1m');
  expect(learned.triesFrom('1m', NOW, HOUR, true).wanted).toBe('15m');
});
