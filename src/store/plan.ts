import { type Settings, DAY, HOUR } from '../settings';
import { gaps, type ReadSpan } from './coverage';
import { type Granularity, STEP, ruleGranularity } from '../query/granularity';
import { down, up, overlap, type Span, union, windowsOf, without, equalParts } from '../time/spans';

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

/* Metric data of the v2 family, which knows no granularity. */

/** A span has to be longer than this to be of a class of the interface's rule, in milliseconds. */
export const SHORTEST: Record<Granularity, number> = { '1m': 0, '15m': 12 * HOUR, '1h': 7 * DAY };

/** The newest part of a range that so many requests can read, in parts that are each read whole. */
export function layoutV2({ from, to }: Span, requests: number, limits: Limits): Layout {
  const { maxWindow } = limits;
  const newest = (length: number): Span => ({ from: Math.max(from, to - requests * length), to });
  let range = newest(maxWindow);
  let cut = partsV2(range, limits);
  // Borders on the grid want room in each part.
  const step = STEP[ruleGranularity(maxWindow)];
  for (let room = step; cut.parts.length > requests && room < maxWindow; room += step) {
    range = newest(maxWindow - room);
    cut = partsV2(range, limits);
  }
  const { parts, rule } = cut;
  return { range, taken: rule, ...readWhole(parts) };
}

/** Whatever is missing of a part, the whole of it is read. @param parts newest first */
export function readWhole(parts: readonly Span[]): Pick<Layout, 'cover' | 'partsFor' | 'joins'> {
  const cover = { from: parts[parts.length - 1].from, to: parts[0].to };
  const partsFor = (missing: readonly Span[]) => parts.filter((part) => missing.some((span) => overlap(span, part)));
  return { cover, partsFor, joins: false };
}

/**
 * The parts of a range, newest first, and the class of the interface's rule that their length falls into: the service
 * may choose the granularity by the range, so that only parts of one class belong together. Where borders on multiples
 * of the step would part the classes, or make a part too long, there is a part more.
 */
export function partsV2(range: Span, limits: Limits): { parts: Span[]; rule: Granularity } {
  const span = range.to - range.from;
  for (let count = Math.max(1, Math.ceil(span / limits.maxWindow)); ; count++) {
    const rule = ruleGranularity(span / count);
    const parts = equalParts(range, count, STEP[rule]);
    if (parts.every(({ from, to }) => to - from <= limits.maxWindow && ruleGranularity(to - from) === rule)) {
      return { parts, rule };
    }
  }
}
