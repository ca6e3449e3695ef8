import { type Span, without } from './windows';

/** A span that has been read, and when (epoch milliseconds). */
export interface ReadSpan extends Span {
  readAt: number;
}

/** As the time of a reading: what came is shown, and has to be read again, since it may still move. */
export const MOVING = -Infinity;

/** Neighbours read within this share of the time they serve become one span, so that refreshes leave no trail. */
const MERGE_SHARE = 1 / 12;

/**
 * The spans with `read` put in: it takes the place of what it overlaps. In time order, none overlapping.
 *
 * @param reuseFor milliseconds that a span serves
 */
export function cover(spans: readonly ReadSpan[], read: ReadSpan, reuseFor: number): ReadSpan[] {
  if (read.to <= read.from) {
    return [...spans];
  }
  const all = [...uncover(spans, read), read].sort((a, b) => a.from - b.from);
  const merged: ReadSpan[] = [];
  for (const span of all) {
    const last = merged[merged.length - 1];
    if (last && last.to === span.from && Math.abs(last.readAt - span.readAt) <= reuseFor * MERGE_SHARE) {
      // The older reading counts: a span may serve shorter than allowed, never longer.
      merged[merged.length - 1] = { from: last.from, to: span.to, readAt: Math.min(last.readAt, span.readAt) };
    } else {
      merged.push(span);
    }
  }
  return merged;
}

/** The spans without what lies in `span`. */
export function uncover(spans: readonly ReadSpan[], span: Span): ReadSpan[] {
  return spans.flatMap((read) => without(read, [span]).map((piece) => ({ ...piece, readAt: read.readAt })));
}

/** What of `span` has to be read: where nothing was, or nothing that still serves at `now`. In time order. */
export function gaps(spans: readonly ReadSpan[], span: Span, now: number, reuseFor: number): Span[] {
  return without(
    span,
    spans.filter(({ readAt }) => now - readAt <= reuseFor)
  );
}
