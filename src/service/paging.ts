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

interface PagingOptions<T> {
  /** The page's limit. The service may return fewer. */
  pageSize: number;
  /** The row's identity. Rows without one are compared by all fields. */
  id: RowKey<T>;
  /** Whether the newest pages of a list that is too long are read, instead of the first ones. */
  keepsNewest?: boolean;
  /** Whether the total was right before: it is the end of the list, even if its last page is full. */
  trustsTotal?: boolean;
}

type RowKey<T> = (row: T) => string | null;

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
export interface ReadPage<T> extends Page<T> {
  page: number;
  failure: ServiceFailure | null;
}

/** Reads the page with this number, starting at 1. `turn` is for the queue. */
export type PageReader<T> = (page: number, turn: number) => Observable<Page<T>>;

/** The whole list, once. Rows are joined by ID, since pages move while they are read. Fails if the first page does. */
export function readPages<T>(read: PageReader<T>, options: PagingOptions<T>): Observable<Paged<T>> {
  return read(1, 0).pipe(
    concatMap((first) => readOn(read, [{ ...first, page: 1, failure: null }], options)),
    map((pages) => joinPages(pages, options.id))
  );
}

/**
 * Reads a list on. The total of its last known page shows how many pages follow. These are requested together, because the
 * client's queue limits them. Then, reading continues page by page until the list ends: its `total` may be missing or
 * wrong, and its pages shorter than requested.
 *
 * @param known pages, the first one of the list first
 * @returns all pages, in order
 */
export function readOn<T>(
  read: PageReader<T>,
  known: ReadonlyArray<ReadPage<T>>,
  { pageSize, id, keepsNewest = false, trustsTotal = false }: PagingOptions<T>
): Observable<Array<ReadPage<T>>> {
  const size = known[0].items.length;
  const part = (page: number) => readPart(page, read(page, page - 1));
  const goOn = (pages: Array<ReadPage<T>>): Observable<Array<ReadPage<T>>> => {
    const last = pages[pages.length - 1];
    const mayFollow = last.page === 1 ? mayOpen(last, pageSize) : isFull(last, size) && bringsNew(pages, id);
    const isOpen = mayFollow && !(trustsTotal && last.total !== null);
    return isOpen && pages.length < MAX_PAGES
      ? part(last.page + 1).pipe(concatMap((more) => goOn([...pages, withoutEnd(more)])))
      : of(pages);
  };
  const promised = promisedPages(known[known.length - 1], size, keepsNewest);
  const hasGap = promised.length > 0 && promised[0] > known[known.length - 1].page + 1;
  return (promised.length > 0 ? forkJoin(promised.map(part)) : of([])).pipe(
    concatMap((rest) => {
      // If there is nothing where the newest pages should be, the total is wrong.
      const isWrong = hasGap && rest.map(withoutEnd).every(({ items, failure }) => items.length === 0 && !failure);
      return goOn(isWrong ? [...known] : [...known, ...rest]);
    })
  );
}

/** A page that may fail: the others still count. */
function readPart<T>(page: number, read: Observable<Page<T>>): Observable<ReadPage<T>> {
  return read.pipe(
    map((found) => ({ ...found, page, failure: null })),
    catchError((failure: ServiceFailure) => of({ page, items: [], total: null, limit: null, failure }))
  );
}

/** The pages after this one according to its total. They are read together. */
function promisedPages({ page, total }: ReadPage<unknown>, size: number, keepsNewest: boolean): number[] {
  const count = size > 0 && total !== null ? Math.ceil(total / size) : page;
  const isCut = keepsNewest && count > MAX_PAGES;
  const from = isCut ? count - MAX_PAGES + 2 : 2;
  return range(Math.max(page + 1, from), Math.max(page, isCut ? count : Math.min(count, MAX_PAGES)) + 1);
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

/** Whether the last page has a row that no earlier page has: a service may ignore the page number. */
function bringsNew<T>(pages: ReadonlyArray<ReadPage<T>>, id: RowKey<T>): boolean {
  const known = rowsOf(pages.slice(0, -1), id);
  return pages[pages.length - 1].items.some((row) => !known.has(keyOf(row, id)));
}

/** The list of these pages. If a row is repeated, the later page counts. @param pages the first page and later ones */
export function joinPages<T>(pages: ReadonlyArray<ReadPage<T>>, id: RowKey<T>): Paged<T> {
  const rows = rowsOf(pages, id);
  const totals = pages.flatMap((page) => page.total ?? []);
  const total = totals.length > 0 ? Math.max(...totals) : null;
  const last = pages[pages.length - 1];
  const mayFollow = last.failure !== null || isFull(last, pages[0].items.length);
  const isCut = pages.length >= MAX_PAGES && mayFollow && rows.size !== total;
  const failure = pages.find((page) => page.failure !== null)?.failure ?? null;
  return {
    rows: [...rows.values()],
    total,
    isWhole: !isCut && failure === null && rows.size === total,
    cut: isCut ? 'end' : null,
    failure,
  };
}

function rowsOf<T>(pages: ReadonlyArray<ReadPage<T>>, id: RowKey<T>): Map<string, T> {
  return new Map(pages.flatMap(({ items }) => items).map((row) => [keyOf(row, id), row]));
}

function keyOf<T>(row: T, id: RowKey<T>): string {
  return id(row) ?? JSON.stringify(row);
}
