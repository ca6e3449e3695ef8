import { sortBy } from 'lodash';
import { catchError, map, type Observable, of, switchMap, tap, throwError } from 'rxjs';
import { type AlertEvent, listAlertEvents } from '../service/alerts';
import { isDeclined, type ServiceFailure } from '../ground/failure';
import { type Operations } from '../service/operations';
import { isStale } from '../service/trust';
import { factsOf, type ReadContext, type Source } from './facts';
import { historyOf, isEnd } from './history';
import { namedAlert } from './names';
import { MAX_PAGES, type Page, type Paged, readPages } from '../service/paging';

/** Largest page of the alert events list. */
const EVENT_PAGE = 100;

/**
 * An alert's events with changes, in chronological order, as far as they were read: the first page, or all pages, or the
 * first and the newest pages of a list that is too long.
 */
export interface Timeline extends Paged<AlertEvent> {
  /** The rows of the first page. */
  head: readonly AlertEvent[];
  /** Whether the first page was read with all its rows. */
  hasHead: boolean;
  /** Whether more than the first page was requested. */
  isDeep: boolean;
  /** The number of rows on a full page. The service may return fewer than requested. */
  pageSize: number;
  /** The last page with rows, which a refresh reads again. */
  newest: { page: number; rows: readonly AlertEvent[] };
}

/** Reads one page of an alert's events, starting at 1. `turn` is for the queue. */
type ReadPage = (page: number, turn: number) => Observable<Page<AlertEvent>>;

export function pageReader(operations: Operations, id: string): ReadPage {
  return (page, turn) => listAlertEvents(operations, id, { page, limit: EVENT_PAGE }, turn);
}

/** If a service repeats event numbers, the time distinguishes events. */
function keyOf(event: AlertEvent): string {
  return event.sequence === null ? JSON.stringify(event) : `${event.sequence} ${event.time}`;
}

/** The first page of an alert's events, which is enough for everything but the alert's own pages. */
export function readHead(read: ReadPage): Observable<Timeline> {
  return read(1, 0).pipe(map(headOf));
}

function headOf({ items, total, limit }: Page<AlertEvent>): Timeline {
  const paged = { rows: items, total, isWhole: items.length === total, cut: null, failure: null };
  const expected = Math.min(total ?? 0, limit ?? EVENT_PAGE);
  return {
    ...timelineOf(paged, { head: items, pageSize: pageSizeOf(items, total) }),
    hasHead: items.length >= expected,
  };
}

/**
 * All events of an alert, at most 25 pages: the first and the newest ones of a longer list. Known events are continued: the
 * newest page is read again, and the pages after it. If pages have shifted, all are read again. Fails if the first request
 * fails.
 */
export function readTimeline(read: ReadPage, known: Timeline | null): Observable<Timeline> {
  if (known?.isDeep && isSound(known)) {
    return readOn(read, known).pipe(
      catchError((failure: unknown) => (failure === SHIFTED ? readAll(read) : throwError(() => failure)))
    );
  }
  // A first page that is full does not change.
  const isFull = known !== null && isSound(known) && known.total !== null && known.total > known.head.length;
  return readAll(read, isFull ? { items: [...known.head], total: known.total, limit: null } : undefined);
}

const SHIFTED = new Error('shifted');

function readAll(read: ReadPage, known?: Page<AlertEvent>): Observable<Timeline> {
  return (known ? of(known) : read(1, 0)).pipe(
    switchMap((first) => {
      const { items } = first;
      const pageSize = pageSizeOf(items, first.total);
      const ends = { head: items, pageSize };
      const onwards = () =>
        readPages((page, turn) => (page === 1 ? of(first) : read(page, turn)), {
          pageSize: EVENT_PAGE,
          id: keyOf,
        }).pipe(map((paged) => deep(timelineOf(paged, ends))));
      const tail = ({ total }: { total: number | null }) => readTail(read, first, Math.ceil((total ?? 0) / pageSize));
      if (isLong(first.total, pageSize)) {
        // If there is nothing where the newest pages should be, the total is wrong.
        return tail(first).pipe(switchMap((found) => (found ? of(found) : onwards())));
      }
      // A known first page can have an old total.
      return onwards().pipe(
        switchMap((all) =>
          known && isLong(all.total, pageSize) ? tail(all).pipe(map((found) => found ?? all)) : of(all)
        )
      );
    })
  );
}

/** The first page and the newest pages of a list that is too long. Null if there are no newest pages. */
function readTail(read: ReadPage, first: Page<AlertEvent>, count: number): Observable<Timeline | null> {
  const { items } = first;
  const pageSize = items.length;
  const from = count - MAX_PAGES + 2;
  const without = (failure: ServiceFailure | null) =>
    of({ rows: [], total: first.total, isWhole: false, cut: null, failure });
  return readRun(read, from, { pageSize, mostPages: MAX_PAGES - 1 }).pipe(
    catchError((failure: ServiceFailure) => without(isDeclined(failure) ? null : failure)),
    map((tail) => {
      if (tail.rows.length === 0 && tail.failure === null) {
        return null;
      }
      const paged: Paged<AlertEvent> = { ...tail, rows: [...items, ...tail.rows], isWhole: false, cut: 'middle' };
      return deep({ ...timelineOf(paged, { head: items, pageSize }), newest: newestIn(tail.rows, from, pageSize) });
    })
  );
}

/** Pages of a list from one on, with the total of the list. */
function readRun(
  read: ReadPage,
  from: number,
  { pageSize, mostPages, hasTotal = false }: { pageSize: number; mostPages: number; hasTotal?: boolean }
): Observable<Paged<AlertEvent>> {
  const skipped = (from - 1) * pageSize;
  const part: ReadPage = (offset, turn) =>
    read(from + offset - 1, turn).pipe(
      map((page) => ({ ...page, limit: null, total: page.total === null ? null : Math.max(0, page.total - skipped) }))
    );
  // A total that was right before is the end of the list, even if the page is full.
  return readPages(part, { pageSize: hasTotal ? Infinity : EVENT_PAGE, id: keyOf, mostPages }).pipe(
    map((paged) => ({ ...paged, total: paged.total === null ? null : paged.total + skipped }))
  );
}

/** The newest page again, and those after it. Fails with `SHIFTED` if its events are not where they were. */
function readOn(read: ReadPage, known: Timeline): Observable<Timeline> {
  const { newest, pageSize, head } = known;
  const checked: ReadPage = (page, turn) =>
    read(page, turn).pipe(
      catchError((failure: ServiceFailure) =>
        throwError(() => (page === newest.page && page > 1 && isDeclined(failure) ? SHIFTED : failure))
      ),
      map((found) => {
        if (page === newest.page && hasShifted(known, found)) {
          throw SHIFTED;
        }
        return { ...found, total: found.total ?? known.total };
      })
    );
  return readRun(checked, newest.page, { pageSize, mostPages: MAX_PAGES, hasTotal: true }).pipe(
    map((run) => {
      if (run.cut !== null) {
        throw SHIFTED;
      }
      const before = newest.page === 1 ? [] : known.rows.slice(0, known.rows.length - newest.rows.length);
      const all = sortBy(
        [...new Map([...before, ...run.rows].map((event) => [keyOf(event), event])).values()],
        'sequence'
      );
      const tooMany = known.cut === 'middle' || newest.page + Math.ceil(run.rows.length / pageSize) - 1 > MAX_PAGES;
      const last = newestIn(run.rows, newest.page, pageSize);
      const kept = (MAX_PAGES - 2) * pageSize + last.rows.length;
      const rows = tooMany ? [...all.slice(0, pageSize), ...all.slice(-Math.min(kept, all.length - pageSize))] : all;
      const paged: Paged<AlertEvent> = {
        ...run,
        rows,
        isWhole: !tooMany && run.failure === null && rows.length === run.total,
        cut: tooMany ? 'middle' : null,
      };
      return deep({
        ...timelineOf(paged, { head: newest.page === 1 ? run.rows.slice(0, pageSize) : head, pageSize }),
        newest: last,
      });
    })
  );
}

/** Whether the list is shorter, may go on after a full page without a total, or has moved an event of its newest page. */
function hasShifted({ newest, total, pageSize }: Timeline, found: Page<AlertEvent>): boolean {
  const isShorter = total !== null && found.total !== null && found.total < total;
  const known = Math.min(newest.rows.length, pageSize - 1);
  const hasOldTotal = total !== null && found.total === null && found.items.length !== known;
  return isShorter || hasOldTotal || newest.rows.some((event, i) => !isSame(event, found.items.at(i)));
}

function isSame(event: AlertEvent, other: AlertEvent | undefined): boolean {
  return (
    other !== undefined && (event.sequence === null ? event.time === other.time : event.sequence === other.sequence)
  );
}

/** Whether no event of these pages is known to be missing, and no page failed. Otherwise, they are read again. */
export function isSound({ rows, total, cut, failure, isDeep, hasHead }: Timeline): boolean {
  return failure === null && hasHead && (!isDeep || cut !== null || rows.length >= (total ?? 0));
}

function isLong(total: number | null, pageSize: number): boolean {
  return total !== null && pageSize > 0 && total > MAX_PAGES * pageSize;
}

function pageSizeOf(items: readonly AlertEvent[], total: number | null): number {
  return items.length > 0 && (total ?? 0) > items.length ? items.length : EVENT_PAGE;
}

function newestIn(rows: readonly AlertEvent[], from: number, pageSize: number): Timeline['newest'] {
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  return { page: from + pages - 1, rows: rows.slice((pages - 1) * pageSize) };
}

function deep(timeline: Timeline): Timeline {
  return { ...timeline, isDeep: true };
}

function timelineOf(paged: Paged<AlertEvent>, { head, pageSize }: Pick<Timeline, 'head' | 'pageSize'>): Timeline {
  return {
    ...paged,
    rows: sortBy(paged.rows, 'sequence'),
    head: sortBy(head, 'sequence'),
    hasHead: true,
    isDeep: false,
    pageSize,
    newest: newestIn(paged.rows, 1, pageSize),
  };
}

/** The events of an alert, as they are kept. */
export interface KeptEvents extends Timeline {
  /** They were read after the alert had ended. */
  isFinal: boolean;
  /** When they were requested, in epoch milliseconds. */
  readAt: number;
}

/** What is kept of the first page of an alert's events: the newest reading of it, which may have read all pages. */
export function knownEvents({ operations }: ReadContext, id: string): { data?: KeptEvents; error?: unknown } {
  return factsOf(operations).known<KeptEvents>(firstPage(id));
}

const firstPage = (id: string) => ['first page of events', id];

/** Whether events are final, unless the alert has become active again since. */
function isOver(context: ReadContext, id: string, { isFinal, readAt }: KeptEvents): boolean {
  return isFinal && namedAlert(context, id).activeSeenAt <= readAt;
}

/** Whether the first page of an alert's events need not be read again. */
function isSettled(context: ReadContext, id: string, events: KeptEvents): boolean {
  // A full page does not change.
  return isOver(context, id, events) || (isSound(events) && (events.total ?? 0) > events.head.length);
}

/** @param isForTitle whether a page that names a metric is enough */
function firstSource(context: ReadContext, id: string, { operations, isForTitle }: FirstOptions): Source<KeptEvents> {
  const isEnough = (events: KeptEvents) =>
    isSettled(context, id, events) || (isForTitle && historyOf(events.head).metrics.length > 0);
  return {
    fetch: (known) => {
      const keep = keeper(context, id, known);
      return readHead(pageReader(operations, id)).pipe(map(keep));
    },
    staleFor: (events) => (isEnough(events) ? 'session' : 'once'),
    failsFor: 'failedEvents',
    isJoined: false,
  };
}

interface FirstOptions {
  operations: Operations;
  isForTitle: boolean;
}

/**
 * The first page of an alert's events. It is read again until the alert has ended, or the page is full. After a failure, it
 * is not requested for a minute.
 */
export function readFirstEvents(context: ReadContext, id: string, options: FirstOptions): Observable<KeptEvents> {
  return factsOf(context.operations).read(firstPage(id), firstSource(context, id, options), context.now);
}

/** Whether reading it for a title would send a request. */
export function isTitleDue(context: ReadContext, id: string): boolean {
  const { operations, now } = context;
  return factsOf(operations).isDue(firstPage(id), firstSource(context, id, { operations, isForTitle: true }), now());
}

/**
 * An alert's events with changes: at most 25 pages. From a longer list, the first and the newest. Those of an active alert
 * are read on. Fails if the first request fails.
 */
export function readEvents(context: ReadContext, id: string): Observable<KeptEvents> {
  const { operations, now } = context;
  const facts = factsOf(operations);
  return facts.read<KeptEvents>(
    ['events', id],
    {
      fetch: (all) => {
        const { data: first } = knownEvents(context, id);
        if (first && isOver(context, id, first)) {
          return of(first);
        }
        const known = all ?? first;
        const keep = keeper(context, id, known);
        return readTimeline(pageReader(operations, id), known ?? null).pipe(
          map(keep),
          tap((events) => facts.keep(firstPage(id), events, now()))
        );
      },
      staleFor: (events) => (isOver(context, id, events) ? 'session' : 'once'),
      isJoined: false,
    },
    now
  );
}

/** Call this when they are requested. */
function keeper(context: ReadContext, id: string, known: KeptEvents | undefined) {
  const { endSeenAt } = namedAlert(context, id);
  // Panels share answers, so events that were read while it was active can arrive once more.
  const hasEnded = endSeenAt !== null && (known === undefined || isStale('answer', endSeenAt, context.now()));
  const readAt = context.now();
  return (events: Timeline): KeptEvents => {
    const newest = events.rows.at(-1);
    const isComplete = isSound(events) && (events.isWhole || events.cut !== null);
    return { ...events, readAt, isFinal: isComplete && (hasEnded || (newest !== undefined && isEnd(newest))) };
  };
}
