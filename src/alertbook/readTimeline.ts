import { catchError, concatMap, map, type Observable, of, switchMap, tap } from 'rxjs';
import { listAlertEvents } from '../service/alertOperations';
import { type AlertEvent, type Page } from '../service/alerts';
import { isDeclined, type ServiceFailure } from '../service/failure';
import { type Operations } from '../service/operations';
import { MAX_PAGES, readPages } from '../service/paging';
import {
  EVENT_PAGE,
  type EventPages,
  hasGaps,
  HEAD_PAGES,
  isSound,
  joined,
  keyOf,
  lastPageOf,
  mayGoOn,
  NO_PAGES,
  pageCountOf,
  pageSizeOf,
  TAIL_PAGES,
  trimmed,
} from './timeline';

/** How an alert's events are read, and how far. */
export interface EventReader {
  id: string;
  operations: Operations;
  /** The requests for pages after the first ones use this. */
  deeperOperations: Operations;
  /** Whether 25 pages are read instead of five. */
  isWhole: boolean;
  /** Whether only one page is read. */
  isFirstPage?: boolean;
}

/**
 * Reads an alert's events, or continues from the known ones: the newest page again, and the pages after it. Earlier pages
 * are read again while their rows have moved. Fails if the first request fails.
 */
export function readEvents(reader: EventReader, known: EventPages): Observable<EventPages> {
  const isKnown = known.pages.size > 0 && isSound(known);
  const read = !isKnown ? readFirst(reader) : known.hasEnd ? readNewest(reader, known) : of(known);
  return read.pipe(switchMap((pages) => readOn(reader, pages)));
}

/** The pages after the known ones, as far as this reader needs them. The first and the newest ones if there are too many. */
function readOn(reader: EventReader, known: EventPages): Observable<EventPages> {
  const { isWhole } = reader;
  const next = lastPageOf(known) + 1;
  const count = pageCountOf(known) ?? 0;
  const isLong = isWhole && count > MAX_PAGES;
  if (known.hasEnd || known.failure !== null || reader.isFirstPage) {
    return of(known);
  }
  if (!isLong || next <= HEAD_PAGES) {
    const most = isWhole && !isLong ? MAX_PAGES : HEAD_PAGES;
    const read = readRun(reader, known, { from: next, most: most - next + 1 });
    return isLong ? read.pipe(switchMap((head) => readOn(reader, head))) : read;
  }
  return readRun(reader, known, { from: Math.max(next, count - TAIL_PAGES + 1), most: TAIL_PAGES }).pipe(
    // If there is nothing where the newest pages should be, the total is wrong.
    concatMap((read) =>
      lastPageOf(read) < next ? readRun(reader, known, { from: next, most: MAX_PAGES - next }) : of(read)
    )
  );
}

/**
 * A refresh. If the list is now so short that other pages are its newest, it is read again, and also if it may be longer and
 * only other pages have its total.
 */
function readNewest(reader: EventReader, known: EventPages): Observable<EventPages> {
  return readAgain(reader, known, lastPageOf(known)).pipe(
    map(trimmed),
    switchMap((read) => {
      const hasOldTotal = known.total !== null && read.total === null;
      return hasGaps(read) || hasOldTotal ? readFirst(reader) : of({ ...read, hasEnd: !mayGoOn(read) });
    })
  );
}

/** All pages of a list are requested together if it is not too long. */
function readFirst(reader: EventReader): Observable<EventPages> {
  const most = ({ items, total }: Page<AlertEvent>) =>
    reader.isWhole && items.length > 0 && (total ?? 0) <= MAX_PAGES * items.length ? MAX_PAGES : HEAD_PAGES;
  return readRun(reader, NO_PAGES, { from: 1, most: reader.isFirstPage ? 1 : most });
}

/** Reads a page again, and also the previous one if its first row has changed. */
function readAgain(reader: EventReader, known: EventPages, page: number): Observable<EventPages> {
  const before = [...known.pages.keys()].findLast((one) => one < page);
  const rows = known.pages.get(page) ?? [];
  return readEventPage(reader.operations, reader.id, page).pipe(
    catchError((failure: ServiceFailure) => {
      // A page after the end of a list that has become shorter.
      if (before === undefined || !isDeclined(failure)) {
        throw failure;
      }
      return of({ items: [], total: null });
    }),
    switchMap(({ items, total }) => {
      const isUnchanged = items.length === rows.length && items.length < pageSizeOf(known);
      const pages = new Map([[page, items]]);
      const read = joined(known, { ...NO_PAGES, pages, total: total ?? (isUnchanged ? known.total : null) });
      const isSame = items.length > 0 && rows.length > 0 && keyOf(items[0]) === keyOf(rows[0]);
      return isSame || before === undefined ? of(read) : readAgain(reader, read, before);
    })
  );
}

/** Pages one after another. If the first is missing, the known events stay. */
function readRun(
  reader: EventReader,
  known: EventPages,
  { from, most }: { from: number; most: number | ((first: Page<AlertEvent>) => number) }
): Observable<EventPages> {
  if (typeof most === 'number' && most <= 0) {
    return of(known);
  }
  const skipped = (from - 1) * pageSizeOf(known);
  const pages = new Map<number, readonly AlertEvent[]>();
  let largest: number | null = null;
  const read = (offset: number, turn: number) => {
    const page = from + offset - 1;
    return readEventPage(page > HEAD_PAGES ? reader.deeperOperations : reader.operations, reader.id, page, turn).pipe(
      tap(({ items, total }) => {
        pages.set(page, items);
        largest = total === null ? largest : Math.max(total, largest ?? 0);
      }),
      map((one) => ({ ...one, total: one.total === null ? null : Math.max(0, one.total - skipped) }))
    );
  };
  return readPages(read, { pageSize: EVENT_PAGE, id: keyOf, mostPages: most }).pipe(
    map(({ cut, failure }) => ({ pages, total: largest ?? known.total, hasEnd: cut === null, failure })),
    catchError((failure: ServiceFailure) => {
      if (from === 1) {
        throw failure;
      }
      return of({
        ...NO_PAGES,
        total: known.total,
        hasEnd: isDeclined(failure),
        failure: isDeclined(failure) ? null : failure,
      });
    }),
    map((run) => trimmed(joined(known, run)))
  );
}

function readEventPage(operations: Operations, id: string, page: number, turn = 0): Observable<Page<AlertEvent>> {
  return listAlertEvents(operations, id, { page, limit: EVENT_PAGE }, turn);
}
