import { type Settings } from '../ground/settings';
import { type Granularity, STEP, ruleGranularity } from '../ground/granularity';
import { down, equalParts, overlap, type Span, union, up, windowsOf, DAY, HOUR } from '../ground/spans';

export type Limits = Pick<
  Settings,
  'metricVersion' | 'maxWindow' | 'maxFineWindow' | 'refreshOverlap' | 'reuseData' | 'reuseFor' | 'sharedCache'
>;

/** Data only arrives late within this time, in milliseconds. */
export const LATE = DAY;

/** How a range is read. */
export interface Layout {
  /** The part of it that is read: the newest, if the whole range would need too many requests. */
  range: Span;
  /** The requested granularity. In v2, the class of the interface's rule. */
  taken: Granularity;
  /** The span that is read. With a shared cache, it is longer than the range. */
  cover: Span;
  /** The requests for missing parts of it, newest first. @param step milliseconds between points */
  partsFor: (missing: readonly Span[], step: number) => Span[];
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

/** With a granularity: the newest part of a range that this many requests can read, whatever was read before. */
export function layoutAt(range: Span, requests: number, taken: Granularity, limits: Limits): Layout {
  const split = (span: Span) => windowsOf(span, longest(taken, limits), STEP[taken]);
  const windows = split(range);
  const newest = { from: windows.length > requests ? windows[requests - 1].from : range.from, to: range.to };
  const partsFor = (missing: readonly Span[], step: number) => onGrid(missing, newest, step).reverse().flatMap(split);
  return { range: newest, taken, cover: newest, partsFor };
}

/* Without a granularity: the v2 family, which has none, and metrics of which the service refuses all. */

/** A span must be longer than this to be in a class of the interface's rule, in milliseconds. */
export const SHORTEST: Record<Granularity, number> = { '1m': 0, '15m': 12 * HOUR, '1h': 7 * DAY };

/** The newest part of a range that this many requests can read, in parts that are each read completely. */
export function layoutV2({ from, to }: Span, requests: number, limits: Limits): Layout {
  const all = partsV2({ from: Math.max(from, to - requests * limits.maxWindow), to }, limits);
  const parts = all.parts.slice(0, requests);
  return { range: { from: parts[parts.length - 1].from, to }, taken: all.rule, ...readWhole(parts) };
}

/** If anything in a part is missing, the whole part is read. @param parts newest first */
export function readWhole(parts: readonly Span[]): Pick<Layout, 'cover' | 'partsFor'> {
  const cover = { from: parts[parts.length - 1].from, to: parts[0].to };
  const partsFor = (missing: readonly Span[]) => parts.filter((part) => missing.some((span) => overlap(span, part)));
  return { cover, partsFor };
}

/**
 * The parts of a range, newest first, and the class of the interface's rule for their length. The service may choose the
 * granularity by the range, so only parts of one class fit together. If borders on multiples of the step would separate
 * the classes, or make a part too long, there is one more part.
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
