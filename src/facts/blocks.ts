import { type Granularity, ruleGranularity, STEP } from '../ground/granularity';
import { cut, equalParts, overlap, type Span, union, down, slotOf, SLOT, up, DAY, HOUR, MINUTE } from '../ground/spans';
import {
  LATE,
  type Layout,
  layoutAt as exactAt,
  layoutV2 as exactV2,
  type Limits,
  longest,
  readWhole,
  SHORTEST,
} from './plan';

/*
 * Requests that are the same for all viewers, so that a cache in front of the service answers all except the first
 * (docs/scaling.md). Data older than 24 h is read in blocks, newer data from a block border up to now.
 */

/** Lengths of blocks, in milliseconds. Each divides the next, so that borders of long ones are borders of short ones. */
const LENGTHS = [
  MINUTE,
  5 * MINUTE,
  ...Array.from({ length: 10 }, (_, doubled) => 15 * MINUTE * 2 ** doubled), // to 128 h
];

/**
 * A range has at least this many blocks. More blocks need more requests. With fewer, the rest is longer, and can't be
 * shared for long.
 */
const BLOCKS = 6;

/** v2: blocks of a class of the interface's rule must be longer than 12 h, or 7 days. */
const LENGTHS_V2: Record<Granularity, readonly number[]> = {
  '1m': LENGTHS.filter((length) => length <= 8 * HOUR),
  '15m': [13, 15, 18, 22, 24].map((hours) => hours * HOUR),
  '1h': [7.5, 8, 9, 10, 11, 12, 13, 14].map((days) => days * DAY),
};
const LONGEST_V2: Record<Granularity, number> = { '1m': 12 * HOUR, '15m': 7 * DAY, '1h': 14 * DAY };

/** v1. @param now epoch milliseconds */
export function layoutAt(
  { from, to }: Span,
  requests: number,
  taken: Granularity,
  limits: Limits,
  now: number
): Layout {
  const range = { from, to };
  const [step, most] = [STEP[taken], down(longest(taken, limits), STEP[taken]) || longest(taken, limits)];
  const possible = LENGTHS.filter((length) => length >= step && length <= most);
  const shortest = [...possible].reverse().find((each) => each * BLOCKS <= lengthOf(range)) ?? possible[0] ?? most;
  const chosen = lengthsFrom(shortest, possible, range)
    .map((length) => blocksOf(range, length, now))
    .find(
      ({ cover, border, blocks }) =>
        blocks.length + cut({ from: border, to: cover.to }, most, border).length <= requests
    );
  if (!chosen) {
    return shownIn(range, exactAt(onSlots(range), requests, taken, limits));
  }
  const { cover, border, blocks } = chosen;
  // Blocks are read completely. Only the missing part of the rest is read, so that a refresh is short.
  const partsFor = (missing: readonly Span[], spacing: number) => {
    const rest = missing
      .filter(({ to }) => to > border)
      .map((span) => alike(span, { from: border, to: cover.to }, spacing));
    return [
      ...union(rest)
        .flatMap((span) => cut(span, most, span.from))
        .reverse(),
      ...blocks.filter((block) => missing.some((span) => overlap(span, block))),
    ];
  };
  return { range, taken, cover, partsFor };
}

/**
 * The block lengths for a range, best first: longer ones need fewer requests, and read at most a quarter more than the
 * range, and one block.
 */
function lengthsFrom(shortest: number, possible: readonly number[], range: Span): number[] {
  const longer = possible.filter((each) => each > shortest && up(lengthOf(range), each) <= 1.25 * lengthOf(range));
  return [shortest, ...longer];
}

/** The range with the same ends for all viewers, for requests without blocks: a query with many series has few for each. */
function onSlots({ from, to }: Span): Span {
  return { from: slotOf(from), to: slotOf(to) };
}

/** A layout that was made for a range on slots, for the range itself. */
function shownIn({ from, to }: Span, layout: Layout): Layout {
  return { ...layout, range: { from: Math.max(from, layout.range.from), to } };
}

/** v2: parts that are each read completely, in the class that the range has without a shared cache. */
export function layoutV2({ from, to }: Span, requests: number, limits: Limits, now: number): Layout {
  const range = { from, to };
  const exact = exactV2(onSlots({ from: to - lengthOf(range), to }), requests, limits);
  const { taken } = exact;
  const [shortest, most] = [SHORTEST[taken], Math.min(LONGEST_V2[taken], limits.maxWindow)];
  const possible = [...LENGTHS_V2[taken]].reverse();
  const length =
    possible.find((each) => each * BLOCKS <= lengthOf(range)) ??
    // These blocks contain at most a quarter more than the range, and one block.
    possible.find((each) => up(lengthOf(range), each) <= 1.25 * lengthOf(range)) ??
    possible[possible.length - 1];
  const layoutBy = (each: number) => {
    const { cover, border } = blocksOf(range, each, now);
    // The rest must be long enough for its class.
    const early = down(Math.min(border, cover.to - shortest - 1), each);
    const start = border === cover.to ? border : Math.max(early, Math.min(cover.from, early + each));
    const rest = { from: start, to: cover.to };
    return [
      ...(lengthOf(rest) > 0 ? equalParts(rest, Math.ceil(lengthOf(rest) / most), STEP[taken]) : []),
      ...cut({ from: cover.from, to: start }, each).reverse(),
    ];
  };
  const parts = lengthsFrom(length, LENGTHS_V2[taken], range)
    .map(layoutBy)
    .find(
      (all) =>
        all.length > 0 &&
        all.length <= requests &&
        all.every((part) => lengthOf(part) <= most && ruleGranularity(lengthOf(part)) === taken)
    );
  return parts ? { range, taken, ...readWhole(parts) } : shownIn(range, exact);
}

/** Grafana computes the ends of a range one after another, so two viewers may differ by a few milliseconds. */
function lengthOf({ from, to }: Span): number {
  return Math.round((to - from) / SLOT) * SLOT;
}

/**
 * The blocks to read for a range, newest first, up to a border where the rest begins. `cover` has both: from a block border
 * to a block border, or to now.
 */
function blocksOf({ from, to }: Span, length: number, now: number): { cover: Span; border: number; blocks: Span[] } {
  const present = slotOf(now);
  const end = to <= present ? Math.min(up(to, length), present) : Math.max(present, slotOf(to));
  const start = down(from, length);
  const cover = { from: start < end ? start : start - length, to: end };
  const border = Math.max(cover.from, down(Math.min(end, present - LATE), length));
  return { cover, border, blocks: cut({ from: cover.from, to: border }, length).reverse() };
}

/**
 * A span of the rest with ends on a grid, which is coarser for longer spans, so that viewers with about the same missing
 * data share it.
 */
function alike({ from, to }: Span, rest: Span, step: number): Span {
  const unit = step * 2 ** Math.max(0, Math.floor(Math.log2((to - from) / (8 * step))));
  return { from: Math.max(rest.from, down(from, unit)), to: Math.min(rest.to, up(to, unit)) };
}
