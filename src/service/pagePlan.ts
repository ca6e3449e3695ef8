import { type Page } from './alerts';
import { type ServiceFailure } from './failure';

/** Contract: lists are read to their end, 25 pages at most. */
export const MAX_PAGES = 25;

/** A page that was requested: its rows, or why there are none. */
export interface Part<T> {
  page: number;
  items: T[];
  failure: ServiceFailure | null;
}

/** What the first page says about the rest. */
export interface Plan {
  /** The pages to read after the first, together. */
  pages: number[];
  /** Whether pages between the first and these are left out. */
  skips: boolean;
  /** Rows on the first page; what a full page holds. */
  size: number;
  /** Whether the first page cannot be the last one, as far as it says itself. */
  opens: boolean;
}

/**
 * @param asked the page limit requested; the service may give less and say so, or not
 * @param rows how many rows of the list's end are wanted, or undefined for the list from its beginning
 */
export function planOf(first: Page<unknown>, asked: number, rows?: number): Plan {
  const size = first.items.length;
  const limit = first.limit !== null && first.limit > 0 ? Math.min(first.limit, asked) : asked;
  // Less than a page is the end where the total agrees: a service may have a page limit of its own, and not say so.
  const opens = size > 0 && (size >= limit || first.total === null || first.total < size);
  if (size === 0 || first.total === null || first.total <= size) {
    return { pages: [], skips: false, size, opens };
  }
  const count = Math.ceil(first.total / size);
  if (rows === undefined) {
    return { pages: span(2, Math.min(count, MAX_PAGES)), skips: false, size, opens };
  }
  const wanted = Math.min(MAX_PAGES - 1, Math.ceil(rows / size) + 1);
  const from = Math.max(2, count - wanted + 1);
  return { pages: span(from, count), skips: from > 2, size, opens };
}

/**
 * The page to read after `read`, or undefined at the list's end: after an empty page, a short one, or one that brings
 * nothing new (a service may ignore the page number).
 */
export function nextPage<T>(read: Array<Part<T>>, plan: Plan, keyOf: (row: T) => string): number | undefined {
  const last = read[read.length - 1];
  if (last.page === 1) {
    return plan.opens ? 2 : undefined;
  }
  if (plan.skips && read.slice(1).every(({ items }) => items.length === 0)) {
    // The total promised pages that are not there: the list from its beginning, then.
    return 2;
  }
  return isFull(last, plan) && bringsNew(read, keyOf) ? last.page + 1 : undefined;
}

export function isFull(part: Part<unknown>, { size }: Plan): boolean {
  return part.items.length > 0 && part.items.length >= size;
}

/** Whether the last part holds a row that no part before it has. */
function bringsNew<T>(read: Array<Part<T>>, keyOf: (row: T) => string): boolean {
  const known = new Set(read.slice(0, -1).flatMap(({ items }) => items.map(keyOf)));
  return read[read.length - 1].items.some((row) => !known.has(keyOf(row)));
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
