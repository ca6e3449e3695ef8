import { map, type Observable, tap } from 'rxjs';
import { type Operations } from '../service/operations';
import { isStale } from '../service/trust';
import { factsOf, type ReadContext, type Source } from './facts';
import { historyOf, isEnd } from './history';
import { namedAlert } from './names';
import { isSound, pageReader, readHead, readTimeline, type Timeline } from './timeline';

/** The events of an alert, as they are kept. */
export interface KeptEvents extends Timeline {
  /** They were read after the alert had ended. */
  isFinal: boolean;
}

/** What is kept of the first page of an alert's events: the newest reading of it, which may have read all pages. */
export function knownEvents({ operations }: ReadContext, id: string): { data?: KeptEvents; error?: unknown } {
  return factsOf(operations).known<KeptEvents>(firstPage(id));
}

const firstPage = (id: string) => ['first page of events', id];

/** Whether events are final, unless the alert has become active again. */
function isOver(context: ReadContext, id: string, { isFinal }: KeptEvents): boolean {
  return isFinal && namedAlert(context, id).isActive !== true;
}

/** Whether the first page of an alert's events need not be read again. */
function isSettled(context: ReadContext, id: string, events: KeptEvents): boolean {
  // A full page does not change.
  return isOver(context, id, events) || (events.total ?? 0) > events.head.length;
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
        const known = all ?? facts.known<KeptEvents>(firstPage(id)).data;
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
  const { isActive, endSeenAt } = namedAlert(context, id);
  // Panels share answers, so events that were read while it was active can arrive once more.
  const isNew = known === undefined || (endSeenAt !== null && isStale('answer', endSeenAt, context.now()));
  const hasEnded = isActive === false && isNew;
  return (events: Timeline): KeptEvents => {
    const newest = events.rows.at(-1);
    const isComplete = isSound(events) && (events.isWhole || events.cut !== null);
    return { ...events, isFinal: isComplete && (hasEnded || (newest !== undefined && isEnd(newest))) };
  };
}
