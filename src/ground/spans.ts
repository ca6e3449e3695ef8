import { type TimeRange } from '@grafana/data';

export const DAY = 24 * 3600_000;
export const HOUR = 3600_000;
export const MINUTE = 60_000;

/** Ten years: no answer of the service is older. */
export const LONGEST_SPAN = 3660 * DAY;

/** A span of time in epoch milliseconds, including `from`. */
export interface Span {
  from: number;
  to: number;
}

/** The range of a request, or of anything else with one. */
export function rangeOf({ range: { from, to } }: { range: TimeRange }): Span {
  return { from: from.valueOf(), to: to.valueOf() };
}

/** Whether a request has a time range: other plugins may send one without, or with invalid dates. */
export function hasRange({ range }: { range?: Partial<TimeRange> | null }): boolean {
  return [range?.from, range?.to].every((moment) => moment && !Number.isNaN(moment.valueOf()));
}

/**
 * Cuts a span into the fewest requests that the service accepts, newest first. Inner borders are on multiples of `step`,
 * and the `to` of one is the `from` of the next.
 *
 * @param limit the longest span of one request, in milliseconds
 */
export function windowsOf({ from, to }: Span, limit: number, step: number): Span[] {
  const windows: Span[] = [];
  let end = to;
  while (end - from > limit) {
    const border = Math.max(from, up(end - limit, step));
    // If the limit is shorter than a step, there is no border inside it, and the limit has priority over the grid.
    const start = border < end ? border : end - limit;
    windows.push({ from: start, to: end });
    end = start;
  }
  if (end > from || windows.length === 0) {
    windows.push({ from, to: end });
  }
  return windows;
}

/** Cuts a span into `count` nearly equal parts, newest first. Inner borders are on multiples of `step`. */
export function equalParts({ from, to }: Span, count: number, step: number): Span[] {
  const border = (i: number) => (i === 0 ? from : i === count ? to : down(from + ((to - from) * i) / count, step));
  return Array.from({ length: count }, (_, i) => ({ from: border(i), to: border(i + 1) })).reverse();
}

/** Cuts a span at all multiples of `length`, counted from `origin`. In time order. */
export function cut({ from, to }: Span, length: number, origin = 0): Span[] {
  const parts: Span[] = [];
  for (let start = from; start < to;) {
    const end = Math.min(to, origin + down(start - origin, length) + length);
    parts.push({ from: start, to: end });
    start = end;
  }
  return parts;
}

/** `span` in two halves with a border on a multiple of `step`, newest first. One if it is too short for that. */
export function halves({ from, to }: Span, step: number): Span[] {
  const middle = Math.round((from + to) / 2 / step) * step;
  return middle > from && middle < to
    ? [
        { from: middle, to },
        { from, to: middle },
      ]
    : [{ from, to }];
}

/** The parts of `span` that `taken` does not cover, in time order. */
export function without(span: Span, taken: readonly Span[]): Span[] {
  let rest: Span[] = [span];
  for (const { from, to } of taken) {
    rest = rest.flatMap((part) =>
      to <= part.from || from >= part.to
        ? [part]
        : [
            { from: part.from, to: Math.min(part.to, from) },
            { from: Math.max(part.from, to), to: part.to },
          ].filter((piece) => piece.to > piece.from)
    );
  }
  return rest;
}

/** Joins spans that touch or overlap. In time order. */
export function union(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result[result.length - 1];
    if (last && span.from <= last.to) {
      last.to = Math.max(last.to, span.to);
    } else {
      result.push({ ...span });
    }
  }
  return result;
}

/** Whether two spans have more in common than an end. */
export function overlap(one: Span, other: Span): boolean {
  return one.from < other.to && one.to > other.from;
}

/** The part of each span that is in `range`. */
export function within<T extends Span>(spans: readonly T[], range: Span): T[] {
  return spans.flatMap((span) => {
    const [from, to] = [Math.max(span.from, range.from), Math.min(span.to, range.to)];
    return from < to ? [{ ...span, from, to }] : [];
  });
}

/** The multiple of `unit` at or before `time`. */
export function down(time: number, unit: number): number {
  return Math.floor(time / unit) * unit;
}

/** The multiple of `unit` at or after `time`. */
export function up(time: number, unit: number): number {
  return Math.ceil(time / unit) * unit;
}

/** With a shared cache, relative times are rounded down to a multiple of this, in milliseconds. */
export const SLOT = 10_000;

/** @param time epoch milliseconds */
export function slotOf(time: number): number {
  return down(time, SLOT);
}

/** A range that ends no earlier than this before now ends now, in milliseconds: the panels of a screen have different ends. */
const JUST_NOW = MINUTE;

/** Whether a range is in the past, so that it is judged as of its end. */
export function isPast({ to, now }: { to: number; now: number }): boolean {
  return to < now - JUST_NOW;
}

/** The end of a past range, in epoch milliseconds. Undefined for a range that ends now. */
export function momentOfEnd(to: number, now: number): number | undefined {
  return isPast({ to, now }) ? to : undefined;
}
