import { DAY, HOUR, MINUTE, readSettings } from '../settings';
import { type Layout, layoutAt, type Limits, planOf } from './plan';

const LIMITS: Limits = readSettings({ jsonData: {} });
const START = 20_000 * DAY;
const span = (from: number, to: number) => ({ from: START + from, to: START + to });
const NOTHING = { covered: [], holes: [], underWay: [] };
const RANGE = span(0, 100 * MINUTE);

const layout = (more: Partial<Layout> = {}): Layout => ({ ...layoutAt(RANGE, 200, '1m', LIMITS), ...more });
const plan = (known: Partial<Parameters<typeof planOf>[0]>, more?: Partial<Layout>) =>
  planOf({ ...NOTHING, ...known }, START + 3 * DAY, LIMITS, layout(more), MINUTE);
const read = (from: number, to: number) => ({ ...span(from, to), kind: 'read' as const, at: START + 3 * DAY });

describe('planOf', () => {
  it('asks for what was not read, newest first', () => {
    expect(plan({})).toEqual({ joins: [], parts: [RANGE] });
    expect(plan({ covered: [read(20 * MINUTE, 80 * MINUTE)] }).parts).toEqual([
      span(80 * MINUTE, 100 * MINUTE),
      span(0, 20 * MINUTE),
    ]);
  });

  it('waits for each reading under way that brings some of it, and asks for the rest', () => {
    const [one, other, before] = [
      span(0, 10 * MINUTE),
      span(90 * MINUTE, 95 * MINUTE),
      span(-20 * MINUTE, -10 * MINUTE),
    ];
    const covered = [read(20 * MINUTE, 80 * MINUTE)];
    expect(plan({ covered, underWay: [one, other, before] })).toEqual({
      joins: [one, other],
      parts: [span(95 * MINUTE, 100 * MINUTE), span(80 * MINUTE, 90 * MINUTE), span(10 * MINUTE, 20 * MINUTE)],
    });
  });

  it('waits for none where all make the same requests', () => {
    const answer = plan({ underWay: [span(0, 10 * MINUTE)] }, { joins: false });
    expect(answer).toEqual({ joins: [], parts: [RANGE] });
  });

  it.each<[string, number, number, number]>([
    ['4 s within a step', 10 * MINUTE + 10_000, 4000, 0],
    ['5 s within a step', 10 * MINUTE + 10_000, 5000, 1],
    ['4 s over a step', 10 * MINUTE - 2000, 4000, 1],
    ['4 s that begin a step', 10 * MINUTE, 4000, 0],
    ['4 s that end one', 10 * MINUTE - 4000, 4000, 0],
  ])('beside a reading under way %s are worth so many requests', (_, end, tail, requests) => {
    const range = span(0, end + tail);
    const known = { ...NOTHING, underWay: [span(0, end)] };
    const found = planOf(known, START + 3 * DAY, LIMITS, layoutAt(range, 200, '1m', LIMITS), MINUTE);
    expect(found.joins).toHaveLength(1);
    expect(found.parts).toHaveLength(requests);
  });

  it('a short tail beside nothing is asked for', () => {
    const covered = [read(0, 10 * MINUTE + 10_000)];
    const range = span(0, 10 * MINUTE + 14_000);
    const found = planOf(
      { ...NOTHING, covered, underWay: [span(-DAY, -HOUR)] },
      START + 3 * DAY,
      LIMITS,
      layoutAt(range, 200, '1m', LIMITS),
      MINUTE
    );
    expect(found).toEqual({ joins: [], parts: [span(10 * MINUTE, 10 * MINUTE + 14_000)] });
  });
});

describe('layoutAt', () => {
  it('reads the whole range where its windows are no more than the requests, else its newest part', () => {
    const range = span(0, 6 * DAY);
    expect(layoutAt(range, 3, '1m', LIMITS).range).toEqual(range);
    expect(layoutAt(range, 2, '1m', LIMITS).range).toEqual(span(2 * DAY, 6 * DAY));
  });
});
