import { type Settings } from '../settings';
import { gaps, type ReadSpan } from './coverage';
import { type Granularity, STEP } from '../query/granularity';
import { down, up } from '../time/grid';
import { overlap, type Span, union, windowsOf, without } from '../time/spans';

/** A tail that no step begins in, and shorter than this, does not make a request of its own during another reading. */
const SLIVER = 5000;

export type Limits = Pick<
  Settings,
  'metricVersion' | 'maxWindow' | 'maxFineWindow' | 'refreshOverlap' | 'reuseData' | 'reuseFor'
>;

/** How a range is read. */
export interface Layout {
  /** What of it is read: its newest part where the whole would take too many requests. */
  range: Span;
  /** The granularity that is requested; in v2 the class of the interface's rule. */
  taken: Granularity;
  /** What is read for it: with a shared cache more than the range. */
  cover: Span;
  /** The requests for what of that is missing, newest first. */
  partsFor: (missing: readonly Span[], step: number) => Span[];
  /** Whether a request under way may bring a part: not where all make the same ones, or each is read whole. */
  joins: boolean;
}

/** What is there of a series. */
export interface Known<Reading extends Span> {
  covered: readonly ReadSpan[];
  underWay: readonly Reading[];
}

export interface Plan<Reading extends Span> {
  /** Readings under way that bring some of what is missing. */
  joins: Reading[];
  /** The requests to make, newest first. */
  parts: Span[];
}

/**
 * What has to be read of a range (contract: what was read serves again), as requests that the service accepts.
 *
 * @param now epoch milliseconds
 * @param step milliseconds between points
 */
export function planOf<Reading extends Span>(
  { covered, underWay }: Known<Reading>,
  now: number,
  { reuseData, reuseFor }: Limits,
  { cover, partsFor, joins: mayJoin }: Layout,
  step: number
): Plan<Reading> {
  const missing = reuseData ? gaps(covered, cover, now, reuseFor) : [cover];
  if (!mayJoin) {
    return { joins: [], parts: partsFor(missing, step) };
  }
  const wanted = onGrid(missing, cover, step);
  const joins = reuseData ? underWay.filter((one) => wanted.some((span) => overlap(one, span))) : [];
  return { joins, parts: partsFor(remaining(wanted, joins, cover, step), step) };
}

/** The spans widened to multiples of the step, within the range. */
function onGrid(spans: readonly Span[], range: Span, step: number): Span[] {
  return union(
    spans
      .filter(({ from, to }) => to > from)
      .map(({ from, to }) => ({
        from: Math.max(range.from, down(from, step)),
        to: Math.min(range.to, up(to, step)),
      }))
  );
}

/** The longest request. */
export function longest(granularity: Granularity, { maxFineWindow, maxWindow }: Limits): number {
  return granularity === '1m' ? maxFineWindow : maxWindow;
}

/** What of `spans` still has to be requested in addition to the readings in progress; see `SLIVER`. */
function remaining(spans: readonly Span[], underWay: readonly Span[], range: Span, step: number): Span[] {
  const rest = spans.flatMap((span) => without(span, underWay));
  const needed = rest.filter(
    ({ from, to }) =>
      !(
        to - from < SLIVER &&
        down(from, step) === down(to - 1, step) &&
        underWay.some((reading) => reading.to === from)
      )
  );
  return onGrid(needed, range, step);
}

/** v1: the newest part of a range that so many requests can read, whatever of it was read before. */
export function layoutAt(range: Span, requests: number, taken: Granularity, limits: Limits): Layout {
  const split = (span: Span) => windowsOf(span, longest(taken, limits), STEP[taken]);
  const windows = split(range);
  const newest = { from: windows.length > requests ? windows[requests - 1].from : range.from, to: range.to };
  const partsFor = (missing: readonly Span[]) => [...missing].reverse().flatMap(split);
  return { range: newest, taken, cover: newest, partsFor, joins: true };
}
