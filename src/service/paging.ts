import { catchError, concatMap, forkJoin, map, type Observable, of } from 'rxjs';
import { type Page } from './alerts';
import { isDeclined, type ServiceFailure } from './failure';

/** So many pages at the promised end are read before the ones between: the last one may just have become empty. */
const ENDS = 2;

export interface PagingOptions<T> {
  /** What is requested as the page's limit; the service may give less. */
  pageSize: number;
  /** The row's identity; rows without one are distinguished by all that they hold. */
  id: (row: T) => string | null;
  /**
   * How many rows of the end of a list in chronological order are wanted: pages before them are left unread. Without it
   * the list is read from its beginning.
   */
  newest?: number;
  /** Pages that are read at most. */
  mostPages?: number;
}

/** A list as far as it was read. */
export interface Paged<T> {
  /** In the list's order, each id once. */
  rows: T[];
  /** What the service says the list holds, or null; it may be wrong. */
  total: number | null;
  /** Which part of the list was left unread, if any. */
  cut: 'start' | 'end' | null;
  /** Why a page is missing that should hold rows, or null. */
  failure: ServiceFailure | null;
}

/**
 * Reads a paged list. The first page says how many there are; those go out together, since the client's gate holds them
 * back. Then reading continues page by page as long as the list does: its `total` may be missing or wrong, and its pages
 * shorter than requested. Rows are joined by id, since pages move while they are read; of a row that comes twice the
 * later page counts.
 *
 * @param read gives the page with that number, counted from 1; `turn` is the gate's
 * @returns the list, once; fails where the first page does
 */
export function readPages<T>(
  read: (page: number, turn: number) => Observable<Page<T>>,
  options: PagingOptions<T>
): Observable<Paged<T>> {
  const { pageSize, id, newest, mostPages = MAX_PAGES } = options;
  const keyOf = (row: T) => id(row) ?? JSON.stringify(row);
  const part = (page: number) => readPart(page, read(page, page - 1));
  const goOn = (parts: Array<ReadPage<T>>, plan: PagePlan): Observable<Array<ReadPage<T>>> => {
    const next = parts.length < mostPages ? nextPage(parts, plan, keyOf) : undefined;
    return next === undefined ? of(parts) : part(next).pipe(concatMap((more) => goOn([...parts, more], plan)));
  };
  return read(1, 0).pipe(
    concatMap((first) => {
      const plan = planOf(first, pageSize, newest, mostPages);
      const start = { page: 1, items: first.items, failure: null };
      const together = (pages: number[]) => (pages.length > 0 ? forkJoin(pages.map(part)) : of([]));
      // The end that the total promises may not be there: it is looked for before 25 pages are spent on it.
      const ends = plan.skips ? plan.pages.slice(-ENDS) : [];
      const rest = together(ends).pipe(
        concatMap((found) =>
          ends.length > 0 && found.every(({ items }) => items.length === 0)
            ? of(found)
            : together(plan.pages.slice(0, plan.pages.length - ends.length)).pipe(map((parts) => [...parts, ...found]))
        )
      );
      return rest.pipe(
        concatMap((parts) => goOn([start, ...parts], plan)),
        map((parts) => toPaged(parts, first.total, plan, keyOf, mostPages))
      );
    })
  );
}

/** A page that may be missing: where it fails, the others count. */
export function readPart<T>(page: number, read: Observable<Page<T>>): Observable<ReadPage<T>> {
  return read.pipe(
    map(({ items }) => ({ page, items, failure: null })),
    catchError((failure: ServiceFailure) => of({ page, items: [], failure }))
  );
}

function toPaged<T>(
  parts: Array<ReadPage<T>>,
  total: number | null,
  plan: PagePlan,
  keyOf: (row: T) => string,
  mostPages: number
): Paged<T> {
  const byPage = [...parts].sort((a, b) => a.page - b.page);
  const tail = byPage.filter(({ page, items }) => page > 1 && items.length > 0);
  // Where pages between are left out the first one is no neighbour of the rest.
  const gap = plan.skips && tail.length > 0 && tail[0].page > 2;
  const rows = new Map<string, T>();
  for (const { items } of gap ? tail : byPage) {
    for (const row of items) {
      rows.set(keyOf(row), row);
    }
  }
  const complete = total !== null && rows.size >= total;
  const last = parts[parts.length - 1];
  // More rows than the total says: it is wrong, and shows nothing about the end.
  const ended = complete && rows.size === total;
  const goesOn = parts.length >= mostPages && !ended && (isFull(last, plan) || last.failure !== null);
  const missing = byPage.find(({ page, failure }) => failure !== null && isLoss(page, failure, total, plan));
  return {
    rows: [...rows.values()],
    total,
    cut: gap ? 'start' : goesOn ? 'end' : null,
    failure: complete ? null : (missing?.failure ?? null),
  };
}

/** A page behind the end that the service refuses is no loss; one that the total promises is. */
function isLoss(page: number, failure: ServiceFailure, total: number | null, { size }: PagePlan): boolean {
  const promised = total !== null && size > 0 && page <= Math.ceil(total / size);
  return promised || !isDeclined(failure);
}

/** Contract: lists are read to their end, 25 pages at most. */
export const MAX_PAGES = 25;

/** A page that was requested: its rows, or why there are none. */
export interface ReadPage<T> {
  page: number;
  items: T[];
  failure: ServiceFailure | null;
}

/** What the first page says about the rest. */
export interface PagePlan {
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
export function planOf(first: Page<unknown>, asked: number, rows?: number, mostPages = MAX_PAGES): PagePlan {
  const size = first.items.length;
  const limit = first.limit !== null && first.limit > 0 ? Math.min(first.limit, asked) : asked;
  // Less than a page is the end where the total agrees: a service may have a page limit of its own, and not say so.
  const opens = size > 0 && (size >= limit || first.total === null || first.total < size);
  if (size === 0 || first.total === null || first.total <= size) {
    return { pages: [], skips: false, size, opens };
  }
  const count = Math.ceil(first.total / size);
  if (rows === undefined) {
    return { pages: span(2, Math.min(count, mostPages)), skips: false, size, opens };
  }
  const wanted = Math.min(mostPages - 1, Math.ceil(rows / size) + 1);
  const from = Math.max(2, count - wanted + 1);
  return { pages: span(from, count), skips: from > 2, size, opens };
}

/**
 * The page to read after `read`, or undefined at the list's end: after an empty page, a short one, or one that brings
 * nothing new (a service may ignore the page number).
 */
function nextPage<T>(read: Array<ReadPage<T>>, plan: PagePlan, keyOf: (row: T) => string): number | undefined {
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

export function isFull(part: ReadPage<unknown>, { size }: Pick<PagePlan, 'size'>): boolean {
  return part.items.length > 0 && part.items.length >= size;
}

/** Whether the last part holds a row that no part before it has: a service can ignore the page number. */
export function bringsNew<T>(read: Array<ReadPage<T>>, keyOf: (row: T) => string): boolean {
  const known = new Set(read.slice(0, -1).flatMap(({ items }) => items.map(keyOf)));
  return read[read.length - 1].items.some((row) => !known.has(keyOf(row)));
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
