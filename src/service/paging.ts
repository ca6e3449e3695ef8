import { range } from 'lodash';
import { catchError, concatMap, forkJoin, map, type Observable, of } from 'rxjs';
import { isDeclined, type ServiceFailure } from '../ground/failure';

/** Lists are read to their end, at most 25 pages. */
export const MAX_PAGES = 25;

/** One page of a list. */
export interface Page<T> {
  limit: number | null;
  total: number | null;
  items: T[];
}

export interface PagingOptions<T> {
  /** The page's limit. The service may return fewer. */
  pageSize: number;
  /** The row's identity. Rows without one are compared by all fields. */
  id: (row: T) => string | null;
  /** The maximum of pages, or a function of the first page. */
  mostPages?: number | ((first: Page<T>) => number);
}

/** The part of a list that was read. */
export interface Paged<T> {
  /** In the list's order, each ID once. */
  rows: T[];
  /** The number of rows in the list: the largest total on any page, or null if none had one. It may be wrong. */
  total: number | null;
  /**
   * Whether these are all rows: every page was read, and there are as many rows as the total. Otherwise, a missing row
   * proves nothing, and no count, sum, or group of rows is correct. A list without a total is never known to be complete.
   */
  isWhole: boolean;
  /** Which part of a list with too many pages was not read. Only for a notice. */
  cut: 'middle' | 'end' | null;
  /** Why a page is missing, or null. Only for a notice. */
  failure: ServiceFailure | null;
}

/** A list without pages. @param total the service's number of rows, or null */
export function listOf<T>(rows: T[], total: number | null): Paged<T> {
  return {
    rows,
    total: total ?? rows.length,
    isWhole: total === null || total === rows.length,
    cut: null,
    failure: null,
  };
}

/** A requested page: its rows, or why there are none. */
interface ReadPage<T> {
  page: number;
  items: T[];
  total: number | null;
  failure: ServiceFailure | null;
}

/**
 * Reads a paged list. The first page shows how many pages there are. These are requested together, because the client's
 * queue limits them. Then, reading continues page by page until the list ends: its `total` may be missing or wrong, and its
 * pages shorter than requested. Rows are joined by ID, since pages move while they are read. If a row is repeated, the
 * later page counts.
 *
 * @param read returns the page with this number, starting at 1; `turn` is for the queue
 * @returns the list, once; fails if the first page does
 */
export function readPages<T>(
  read: (page: number, turn: number) => Observable<Page<T>>,
  { pageSize, id, mostPages: most = MAX_PAGES }: PagingOptions<T>
): Observable<Paged<T>> {
  const keyOf = (row: T) => id(row) ?? JSON.stringify(row);
  const part = (page: number) => readPart(page, read(page, page - 1));
  return read(1, 0).pipe(
    concatMap((first) => {
      const size = first.items.length;
      const mostPages = typeof most === 'number' ? most : most(first);
      const pages = promisedPages(first, mostPages);
      const goOn = (parts: Array<ReadPage<T>>): Observable<Array<ReadPage<T>>> => {
        const last = parts[parts.length - 1];
        const mayFollow = last.page === 1 ? mayOpen(first, pageSize) : isFull(last, size) && bringsNew(parts, keyOf);
        return mayFollow && parts.length < mostPages
          ? part(last.page + 1).pipe(concatMap((more) => goOn([...parts, withoutEnd(more)])))
          : of(parts);
      };
      return (pages.length > 0 ? forkJoin(pages.map(part)) : of([])).pipe(
        concatMap((rest) => goOn([{ page: 1, items: first.items, total: first.total, failure: null }, ...rest])),
        map((parts) => toPaged(parts, keyOf, mostPages))
      );
    })
  );
}

/** A page that may fail: the others still count. */
function readPart<T>(page: number, read: Observable<Page<T>>): Observable<ReadPage<T>> {
  return read.pipe(
    map(({ items, total }) => ({ page, items, total, failure: null })),
    catchError((failure: ServiceFailure) => of({ page, items: [], total: null, failure }))
  );
}

/** The pages after the first according to the list's total. They are read together. */
function promisedPages({ items, total }: Page<unknown>, mostPages: number): number[] {
  const count = items.length > 0 && total !== null ? Math.ceil(total / items.length) : 1;
  return range(2, Math.max(2, Math.min(count, mostPages) + 1));
}

/** Whether a page may follow the first one, although the total promises none. */
function mayOpen({ items, total, limit }: Page<unknown>, pageSize: number): boolean {
  const size = items.length;
  return size > 0 && (total !== size || size >= Math.min(limit ?? pageSize, pageSize));
}

/** If the service refuses a page after the promised ones, that is the end of the list. */
function withoutEnd<T>(part: ReadPage<T>): ReadPage<T> {
  return part.failure && isDeclined(part.failure) ? { ...part, failure: null } : part;
}

function isFull({ items }: ReadPage<unknown>, size: number): boolean {
  return items.length > 0 && items.length >= size;
}

/** Whether the last part has a row that no earlier part has: a service may ignore the page number. */
function bringsNew<T>(read: Array<ReadPage<T>>, keyOf: (row: T) => string): boolean {
  const known = new Set(read.slice(0, -1).flatMap(({ items }) => items.map(keyOf)));
  return read[read.length - 1].items.some((row) => !known.has(keyOf(row)));
}

/** @param parts the first page and those that follow it */
function toPaged<T>(parts: Array<ReadPage<T>>, keyOf: (row: T) => string, mostPages: number): Paged<T> {
  const rows = new Map(parts.flatMap((part) => part.items).map((row) => [keyOf(row), row]));
  const totals = parts.flatMap((part) => part.total ?? []);
  const total = totals.length > 0 ? Math.max(...totals) : null;
  const last = parts[parts.length - 1];
  const mayFollow = last.failure !== null || isFull(last, parts[0].items.length);
  const isCut = parts.length >= mostPages && mayFollow && rows.size !== total;
  const failure = parts.find((part) => part.failure !== null)?.failure ?? null;
  return {
    rows: [...rows.values()],
    total,
    isWhole: !isCut && failure === null && rows.size === total,
    cut: isCut ? 'end' : null,
    failure,
  };
}
