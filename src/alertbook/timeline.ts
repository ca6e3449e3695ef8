import { concatMap, forkJoin, map, type Observable, of } from 'rxjs';
import { type AlertEvent, type Page } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { bringsNew, isFull, type ReadPage, readPart } from '../service/paging';

/** Largest page of the alert events list (interface, Limits). */
export const PAGE_SIZE = 100;

/** An alert's events as far as they were read, without a gap. */
export interface Timeline {
  events: readonly AlertEvent[];
  /** Rows of a full page, as the service gives them. */
  size: number;
  /** How many there are by the service's word, or null. */
  total: number | null;
  /** Whether the first one is among them; only lists that are too long to be read whole go without it. */
  reachesStart: boolean;
  /** Whether the newest one is among them. */
  reachesEnd: boolean;
  /** Why a page is missing, or null. */
  failure: ServiceFailure | null;
}

type EventPage = ReadPage<AlertEvent>;

/**
 * Reads an alert's events on from what is known: events are chronological, so a page that was full stays as it is, and
 * only the page of the newest known event and those after it are requested. The pages that `total` promises go out
 * together; then reading continues as long as pages are full, because `total` can be missing or wrong.
 *
 * @param known null: from the first page
 * @param mostPages pages of the whole list, those known included
 * @returns once; fails where the first request does
 */
export function readOn(
  known: Timeline | null,
  readPage: (page: number) => Observable<Page<AlertEvent>>,
  mostPages: number
): Observable<Timeline> {
  const start = known ? Math.floor(known.events.length / known.size) + 1 : 1;
  if (start > mostPages) {
    return of(known as Timeline);
  }
  return readPage(start).pipe(
    concatMap((first) => {
      // The size of a page shows only once one is full.
      const size = known && known.events.length >= known.size ? known.size : sizeOf(first);
      const promised = first.total === null ? start : Math.min(mostPages, Math.ceil(first.total / size));
      const pages = Array.from({ length: Math.max(0, promised - start) }, (_, i) => start + 1 + i);
      const part = (page: number) => readPart(page, readPage(page));
      const goOn = (parts: EventPage[]): Observable<EventPage[]> => {
        const next = parts[parts.length - 1].page + 1;
        return next <= mostPages && goesOn(parts, size)
          ? part(next).pipe(concatMap((more) => goOn([...parts, more])))
          : of(parts);
      };
      return (pages.length > 0 ? forkJoin(pages.map(part)) : of([])).pipe(
        concatMap((rest) => goOn([{ page: start, items: first.items, failure: null }, ...rest])),
        map((parts) => joined(known, parts, { size, total: first.total, mostPages }))
      );
    })
  );
}

/** The first page is full unless it is known to be the last; a service can have a smaller page than the one requested. */
function sizeOf({ items, total, limit }: Page<AlertEvent>): number {
  const isLast = total !== null && total <= items.length;
  const full = items.length > 0 && !isLast && (total !== null || items.length === limit) ? items.length : PAGE_SIZE;
  return Math.min(full, PAGE_SIZE);
}

/** Whether another page may follow. */
function goesOn(parts: EventPage[], size: number): boolean {
  return isFull(parts[parts.length - 1], { size }) && bringsNew(parts, keyOf);
}

function joined(
  known: Timeline | null,
  parts: EventPage[],
  { size, total, mostPages }: { size: number; total: number | null; mostPages: number }
): Timeline {
  const gap = parts.findIndex(({ failure }) => failure !== null);
  const events = new Map<string, AlertEvent>(known?.events.map((event) => [keyOf(event), event]));
  // What follows a missing page is left out: the events kept have no gap.
  for (const part of gap < 0 ? parts : parts.slice(0, gap)) {
    part.items.forEach((event) => events.set(keyOf(event), event));
  }
  const last = parts[parts.length - 1];
  const isCut = last.page >= mostPages && (total === null ? goesOn(parts, size) : events.size < total);
  return {
    events: [...events.values()],
    size,
    total,
    reachesStart: true,
    reachesEnd: gap < 0 && !isCut,
    failure: parts[gap]?.failure ?? null,
  };
}

/** Pages move while they are read, so an event can come twice. Services that number events alike have them apart by time. */
function keyOf(event: AlertEvent): string {
  return event.sequence === null ? JSON.stringify(event) : `${event.sequence} ${event.time}`;
}
