import { sortBy } from 'lodash';
import { catchError, concatMap, map, type Observable, throwError } from 'rxjs';
import { type AlertEvent, EVENT_PAGE, eventPages } from '../service/alerts';
import { isDeclined, type ServiceFailure } from '../ground/failure';
import { type Operations } from '../service/operations';
import { isStale } from '../service/memory';
import { factsOf, type ReadContext, type Source } from './facts';
import { historyOf, isEnd } from './history';
import { namedAlert } from './names';
import { type Entry } from './reader';
import { joinPages, MAX_PAGES, type Paged, type PageReader, readOn, type ReadPage } from '../service/paging';

/**
 * An alert's events with changes, in chronological order, as far as they were read: the first page, or all pages, or the
 * first and the newest pages of a list that is too long.
 */
export interface Timeline extends Paged<AlertEvent> {
  /** With rows, in order. At least the first. */
  pages: ReadonlyArray<ReadPage<AlertEvent>>;
}

/** If a service repeats event numbers, the time distinguishes events. */
function keyOf(event: AlertEvent): string {
  return event.sequence === null ? JSON.stringify(event) : `${event.sequence} ${event.time}`;
}

/** The first page of an alert's events, which is enough for everything but the alert's own pages. */
function readHead(read: PageReader<AlertEvent>): Observable<Timeline> {
  return read(1, 0).pipe(map((first) => timelineOf([{ ...first, page: 1, failure: null }])));
}

/** Only the first page of a timeline. */
export function headOf({ pages }: Timeline): Timeline {
  return { ...timelineOf(pages.slice(0, 1)), isWhole: hasHead(pages) };
}

const SHIFTED = new Error('shifted');

/**
 * All events of an alert, at most 25 pages: the first and the newest ones of a longer list. Known events are continued: the
 * newest page is read again, and the pages after it. If pages have shifted, all are read again. Fails if the first request
 * fails.
 */
function readTimeline(read: PageReader<AlertEvent>, known: Timeline | null): Observable<Timeline> {
  return known && isSound(known)
    ? continued(read, known.pages).pipe(
        catchError((failure: unknown) => (failure === SHIFTED ? continued(read, []) : throwError(() => failure)))
      )
    : continued(read, []);
}

/** @param known pages; if they don't fit what is read now, it fails with `SHIFTED` */
function continued(read: PageReader<AlertEvent>, known: Timeline['pages']): Observable<Timeline> {
  const newest = known.at(-1);
  // A first page that is full does not change.
  const next = newest === undefined ? 1 : newest.page === 1 && hasMore(known) ? 2 : newest.page;
  return read(next, 0).pipe(
    catchError((failure: ServiceFailure) => throwError(() => (newest && isDeclined(failure) ? SHIFTED : failure))),
    concatMap((found) => {
      if (newest?.page === next && newest.items.some((event, i) => !isSame(event, found.items.at(i)))) {
        throw SHIFTED;
      }
      const before = known.filter(({ page }) => page < next);
      // The newest total counts.
      const kept = found.total === null ? before : before.map((page) => ({ ...page, total: null }));
      const pages = [...kept, { ...found, page: next, failure: null }];
      return readOn(read, pages, { pageSize: EVENT_PAGE, id: keyOf, keepsNewest: true, trustsTotal: known.length > 0 });
    }),
    map((pages) => {
      const timeline = timelineOf(pages);
      if (known.length > 0 && timeline.failure === null && !isSound(timeline)) {
        throw SHIFTED;
      }
      return timeline;
    })
  );
}

function isSame(event: AlertEvent, other: AlertEvent | undefined): boolean {
  return (
    other !== undefined && (event.sequence === null ? event.time === other.time : event.sequence === other.sequence)
  );
}

function timelineOf(read: ReadonlyArray<ReadPage<AlertEvent>>): Timeline {
  const [first, ...others] = read;
  const after = others.filter(({ items, failure }) => items.length > 0 || failure !== null).slice(1 - MAX_PAGES);
  const pages = [first, ...after];
  const paged = joinPages(pages, keyOf);
  const hasGap = pages.some(({ page }, i) => page !== i + 1);
  return { ...paged, rows: sortBy(paged.rows, 'sequence'), cut: hasGap ? 'middle' : paged.cut, pages };
}

/** Whether the first page has all its rows. */
function hasHead([{ items, total, limit }]: Timeline['pages']): boolean {
  return items.length >= Math.min(total ?? 0, limit ?? EVENT_PAGE);
}

/** Whether more events follow the first page. */
function hasMore([{ items, total }]: Timeline['pages']): boolean {
  return total !== null && total > items.length;
}

/** Whether no event of these pages is known to be missing, and no page failed. Otherwise, they are read again. */
function isSound({ rows, total, cut, failure, pages }: Timeline): boolean {
  const isFull = pages.length > 1 ? cut !== null || total === null || rows.length === total : hasHead(pages);
  return failure === null && isFull;
}

/** The events of an alert, as they are kept. */
export interface KeptEvents extends Timeline {
  /** They were read after the alert had ended. */
  isFinal: boolean;
}

const keyOfEvents = (id: string) => ['events', id];

/** What is kept of an alert's events, at least their first page. */
export function knownEvents({ operations }: ReadContext, id: string): { data?: KeptEvents; error?: unknown } {
  return factsOf(operations).known<KeptEvents>(keyOfEvents(id));
}

/** Whether events are final, unless the alert has become active again since. @param at when they were requested */
function isOver(context: ReadContext, id: string, { isFinal }: KeptEvents, at: number): boolean {
  return isFinal && namedAlert(context, id).activeSeenAt <= at;
}

interface FirstOptions {
  operations: Operations;
  /** Whether a whole page that names a metric is enough. */
  isForTitle: boolean;
}

function firstSource(context: ReadContext, id: string, { operations, isForTitle }: FirstOptions): Source<KeptEvents> {
  const isEnough = (events: KeptEvents, at: number) =>
    isOver(context, id, events, at) ||
    (isSound(events) && hasMore(events.pages)) ||
    (isForTitle && hasHead(events.pages) && historyOf(headOf(events).rows).metrics.length > 0);
  return {
    fetch: (known) => readHead(eventPages(operations, id)).pipe(map(keeper(context, id, known))),
    staleFor: (events, at) => (isEnough(events, at) ? 'session' : 'once'),
    failsFor: 'failedEvents',
    isJoined: false,
  };
}

/**
 * The first page of an alert's events. It is read again until the alert has ended, or the page is full. After a failure, it
 * is not requested for a minute.
 */
export function readFirstEvents(context: ReadContext, id: string, options: FirstOptions): Observable<KeptEvents> {
  return factsOf(context.operations).read(keyOfEvents(id), firstSource(context, id, options), context.now);
}

/** Whether reading it for a title would send a request. */
export function isTitleDue(context: ReadContext, id: string): boolean {
  const { operations, now } = context;
  return factsOf(operations).isDue(keyOfEvents(id), firstSource(context, id, { operations, isForTitle: true }), now());
}

/**
 * An alert's events with changes: at most 25 pages. From a longer list, the first and the newest. Those of an active alert
 * are read on. Fails if the first request fails.
 */
export function eventsOf(context: ReadContext, id: string): Entry<Timeline> {
  const { operations, now } = context;
  const source: Source<KeptEvents> = {
    fetch: (known) => readTimeline(eventPages(operations, id), known ?? null).pipe(map(keeper(context, id, known))),
    staleFor: (events, at) => (isOver(context, id, events, at) ? 'session' : 'once'),
    isJoined: false,
  };
  return { key: `events ${id}`, start: () => factsOf(operations).read(keyOfEvents(id), source, now) };
}

/** Call this when they are requested. */
function keeper(context: ReadContext, id: string, known: KeptEvents | undefined) {
  const { endSeenAt } = namedAlert(context, id);
  // Panels share answers, so events that were read while it was active can arrive once more.
  const hasEnded = endSeenAt !== null && (known === undefined || isStale('answer', endSeenAt, context.now()));
  return (events: Timeline): KeptEvents => {
    const newest = events.rows.at(-1);
    const isComplete = isSound(events) && (events.isWhole || events.cut !== null);
    return { ...events, isFinal: isComplete && (hasEnded || (newest !== undefined && isEnd(newest))) };
  };
}
