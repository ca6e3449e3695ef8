import { type Granularity, ruleGranularity, STEP } from '../query/granularity';
import { DAY, HOUR } from '../settings';
import { equalParts, overlap, type Span } from '../time/spans';
import { type Layout, type Limits } from './plan';

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
