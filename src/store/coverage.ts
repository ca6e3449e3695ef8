import { type Span, without } from '../time/spans';

/**
 * A span that was read. `read` (at that time, epoch milliseconds): it is reused as long as that is allowed. `seen`: its
 * points are shown, and must be read again, because they may still change, or are too old.
 */
export type ReadSpan = Span & ({ kind: 'read'; at: number } | { kind: 'seen' });

/** Neighbors that were read within this share of their reuse time become one span, so that refreshes don't accumulate spans. */
const MERGE_SHARE = 1 / 12;

/** The maximum of spans of a series. Beyond that, the oldest part of its range counts as never read. */
const MOST_SPANS = 500;

/**
 * The spans with `added`, which replaces what it overlaps. In time order, without overlaps. Expired spans count as seen,
 * so that they are joined with their neighbors, whatever their ages.
 *
 * @param reuseFor milliseconds during which a span is reused
 */
export function cover(spans: readonly ReadSpan[], added: ReadSpan, now: number, reuseFor: number): ReadSpan[] {
  if (added.to <= added.from) {
    return [...spans];
  }
  const merged: ReadSpan[] = [];
  for (const span of [...uncover(spans, added), added].sort((a, b) => a.from - b.from)) {
    const next = serves(span, now, reuseFor) ? span : seen(span);
    const last = merged[merged.length - 1];
    const both = last?.to === next.from ? merge(last, next, reuseFor) : null;
    if (both) {
      merged[merged.length - 1] = both;
    } else {
      merged.push(next);
    }
  }
  return merged.slice(-MOST_SPANS);
}

/** The spans without their part in `span`. */
export function uncover(spans: readonly ReadSpan[], span: Span): ReadSpan[] {
  return spans.flatMap((covered) => without(covered, [span]).map((piece) => ({ ...covered, ...piece })));
}

/** The parts of `span` to read: without data, or with data that is too old at `now`. In time order. */
export function gaps(spans: readonly ReadSpan[], span: Span, now: number, reuseFor: number): Span[] {
  return without(
    span,
    spans.filter((covered) => serves(covered, now, reuseFor))
  );
}

function serves(span: ReadSpan, now: number, reuseFor: number): boolean {
  return span.kind === 'read' && now - span.at <= reuseFor;
}

function seen({ from, to }: Span): ReadSpan {
  return { from, to, kind: 'seen' };
}

/** Two neighbors as one, or null. The older read counts: a span may be reused for less time than allowed, never for more. */
function merge(one: ReadSpan, other: ReadSpan, reuseFor: number): ReadSpan | null {
  const span = { from: one.from, to: other.to };
  if (one.kind === 'read' && other.kind === 'read') {
    const near = Math.abs(one.at - other.at) <= reuseFor * MERGE_SHARE;
    return near ? { ...span, kind: 'read', at: Math.min(one.at, other.at) } : null;
  }
  return one.kind === other.kind ? seen(span) : null;
}
