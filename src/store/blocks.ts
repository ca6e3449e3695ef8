import { type Granularity, ruleGranularity, STEP } from '../query/granularity';
import { DAY, HOUR, MINUTE } from '../settings';
import { cut, equalParts, overlap, type Span, union } from '../time/spans';
import { down, slotOf, up } from '../time/grid';
import { LATE } from './holes';
import { type Layout, type Limits, longest } from './plan';
import { layoutV2 as exactV2, partsV2, readWhole, SHORTEST } from './v2';

/*
 * Requests that are the same for all viewers, so that a cache before the service answers all but the first (contract:
 * Shared cache). What is older than 24 h is read in blocks of one length, the rest up to now from a block's border.
 */

/**
 * How long blocks are, in milliseconds: a fraction of the ranges that are read at the granularity. The rest begins up to a
 * block before its 24 h, and that part is read again by everybody who comes ten seconds later: so they are short.
 */
const BLOCK: Record<Granularity, number> = { '1m': 6 * HOUR, '15m': 8 * HOUR, '1h': DAY };

/** Where a range needs more than these they are longer. */
const MOST_BLOCKS = 48;

/** What begins in the rest is read from a multiple of this on: whoever watches the last day reads little before it. */
const REST: Record<Granularity, number> = { '1m': 15 * MINUTE, '15m': HOUR, '1h': 7 * HOUR };

/** v2: a block of a class of the interface's rule has to be longer than 12 h, or 7 days; the first that reads little enough is taken. */
const BLOCKS_V2: Record<Granularity, readonly number[]> = {
  '1m': [360, 180, 90, 45, 15, 5, 1].map((minutes) => minutes * MINUTE),
  '15m': [24, 18, 13].map((hours) => hours * HOUR),
  '1h': [7.5, 8, 9, 10, 11, 12, 13, 14].map((days) => days * DAY),
};
const LONGEST_V2: Record<Granularity, number> = { '1m': 12 * HOUR, '15m': 7 * DAY, '1h': 14 * DAY };

/** What a range reads: whole blocks up to `border`, the rest up to now. All borders are multiples of `length`. */
interface Blocks {
  length: number;
  cover: Span;
  border: number;
  /** The longest request. */
  longest: number;
}

/** So much more than the range is read at most, and a block (contract). */
const MOST_MORE = 1.25;

/**
 * v1. Blocks are shorter where a range that ended long ago has its ends far inside two of them, and longer where short ones
 * would be too many.
 *
 * @param now epoch milliseconds
 */
export function layoutAt(range: Span, requests: number, taken: Granularity, limits: Limits, now: number): Layout {
  const most = longest(taken, limits);
  let length = BLOCK[taken];
  const over = (span: Span) => blocksOver(span, length, REST[taken], most, now);
  while (length > STEP[taken] && (length > most || readsTooMuch(range, over(range)))) {
    length = Math.max(STEP[taken], down(length / 2, STEP[taken]));
  }
  const longestBlock = down(most, STEP[taken]);
  while (wholeOf(over(range)).length > Math.min(requests, MOST_BLOCKS) && length < longestBlock) {
    length = Math.min(length * 2, longestBlock);
  }
  const whole = wholeOf(over(range));
  const from = whole.length > requests ? Math.max(range.from, whole[requests - 1].from) : range.from;
  const blocks = over({ from, to: range.to });
  const partsFor = (open: readonly Span[], step: number) => partsOf(open, blocks, step);
  return { range: { from, to: range.to }, taken, cover: blocks.cover, partsFor, joins: false };
}

/** v2: parts that are each read whole, of the class that the range has without a shared cache. */
export function layoutV2(span: Span, requests: number, limits: Limits, now: number): Layout {
  const exact = exactV2(span, requests, limits);
  const { range, taken } = exact;
  const [shortest, most] = [SHORTEST[taken], Math.min(LONGEST_V2[taken], limits.maxWindow)];
  const all = BLOCKS_V2[taken].map((each) => blocksOver(range, each, REST[taken], most, now));
  const { cover, border, length } = all.find((blocks) => !readsTooMuch(range, blocks)) ?? all[0];
  // The rest has to be long enough for its class.
  const early = down(Math.min(border, cover.to - shortest - 1), length);
  const start = border === cover.to ? border : cover.to - cover.from > shortest ? Math.max(early, cover.from) : early;
  const rest = { from: start, to: cover.to };
  const parts = [
    ...(rest.to > rest.from ? equalParts(rest, Math.ceil((rest.to - rest.from) / most), STEP[taken]) : []),
    ...cut({ from: cover.from, to: start }, length).reverse(),
  ];
  const fits = parts.every(({ from, to }) => to - from <= most && ruleGranularity(to - from) === taken);
  // Where limits of the settings leave no room for that, all make the same parts of the same ranges at least.
  return { ...exact, ...readWhole(fits ? parts : partsV2({ from: slotOf(range.from), to: cover.to }, limits).parts) };
}

function readsTooMuch({ from, to }: Span, { cover, length }: Blocks): boolean {
  return cover.to - cover.from > MOST_MORE * (to - from) + length;
}

function blocksOver({ from, to }: Span, length: number, unit: number, most: number, now: number): Blocks {
  const present = slotOf(now);
  const end = to <= present ? Math.min(up(to, length), present) : Math.max(present, slotOf(to));
  const border = down(Math.min(end, present - LATE), length);
  const start = from < border ? down(from, length) : Math.max(border, down(from, unit));
  const cover = { from: start < end ? start : start - length, to: end };
  return { length, cover, border, longest: most };
}

function wholeOf(blocks: Blocks): Span[] {
  return partsOf([blocks.cover], blocks, 1);
}

/**
 * The requests for `open`, newest first: the blocks that it touches, and of the rest the parts, with ends on a grid that is
 * the coarser the longer they are.
 */
function partsOf(open: readonly Span[], { cover, border, length, longest: most }: Blocks, step: number): Span[] {
  const blocks = cut({ from: cover.from, to: Math.min(cover.to, border) }, length).filter((block) =>
    open.some((span) => overlap(span, block))
  );
  const rest = { from: Math.max(cover.from, border), to: cover.to };
  const parts: Span[] = [];
  for (const span of open) {
    const [from, to] = [Math.max(rest.from, span.from), Math.min(rest.to, span.to)];
    if (from < to) {
      const unit = step * 2 ** Math.max(0, Math.floor(Math.log2((to - from) / (8 * step))));
      parts.push({ from: Math.max(rest.from, down(from, unit)), to: Math.min(rest.to, up(to, unit)) });
    }
  }
  // The rest is cut from its start, which stays where it is while its end moves.
  const rests = union(parts).flatMap((part) => cut(part, down(most, step) || most, part.from));
  return [...blocks, ...rests].reverse();
}
