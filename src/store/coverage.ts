import { type Span, without } from '../time/spans';

/**
 * A span that readings covered. `read` (at that time, epoch milliseconds) it serves as long as that is allowed; `seen` its
 * points are shown, and have to be read again: they may still move, or are too old.
 */
export type ReadSpan = Span & ({ kind: 'read'; at: number } | { kind: 'seen' });

/** Neighbours read within this share of the time they serve become one span, so that refreshes leave no trail. */
const MERGE_SHARE = 1 / 12;

/** As many spans a series keeps; beyond, the oldest part of its range counts as never read. */
const MOST_SPANS = 500;

/**
 * The spans with `added` put in: it takes the place of what it overlaps. In time order, none overlapping. What has expired
 * at `now` counts as seen, so that it becomes one with its neighbours however long ago either was read.
 *
 * @param reuseFor milliseconds that a span serves
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

/** The spans without the part in `span`. */
export function uncover(spans: readonly ReadSpan[], span: Span): ReadSpan[] {
  return spans.flatMap((covered) => without(covered, [span]).map((piece) => ({ ...covered, ...piece })));
}

/** The parts of `span` to read: those without data, or whose data is too old at `now`. In time order. */
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

/** Two neighbours as one, or null. The older reading counts: a span may serve shorter than allowed, never longer. */
function merge(one: ReadSpan, other: ReadSpan, reuseFor: number): ReadSpan | null {
  const span = { from: one.from, to: other.to };
  if (one.kind === 'read' && other.kind === 'read') {
    const near = Math.abs(one.at - other.at) <= reuseFor * MERGE_SHARE;
    return near ? { ...span, kind: 'read', at: Math.min(one.at, other.at) } : null;
  }
  return one.kind === other.kind ? seen(span) : null;
}
