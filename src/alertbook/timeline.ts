import { sortBy } from 'lodash';
import { type AlertEvent } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { perObject } from '../service/recent';
import { MAX_PAGES, type Paged } from '../service/paging';

/** Largest page of the alert events list. */
export const EVENT_PAGE = 100;
/** The stored pages of a longer list: the first ones and the newest ones. */
export const HEAD_PAGES = 5;
export const TAIL_PAGES = MAX_PAGES - HEAD_PAGES;

/** An alert's events with changes, in chronological order, as far as they were read. */
export type Timeline = Paged<AlertEvent>;

/** The pages of an alert's events that were read: the first ones without gaps, or a head and a tail. */
export interface EventPages {
  /** By number, starting at 1, in order. */
  pages: ReadonlyMap<number, readonly AlertEvent[]>;
  /** The service's last total of events. */
  total: number | null;
  /** Whether the last page of the list is among them. */
  hasEnd: boolean;
  /** Why a requested page is missing. */
  failure: ServiceFailure | null;
}

export const NO_PAGES: EventPages = { pages: new Map(), total: null, hasEnd: false, failure: null };

/** If a service repeats event numbers, the time distinguishes events. */
export function keyOf(event: AlertEvent): string {
  return event.sequence === null ? JSON.stringify(event) : `${event.sequence} ${event.time}`;
}

/** Merges earlier and new pages. A page that was read again replaces its earlier version. */
export function joined(known: EventPages, read: EventPages): EventPages {
  const pages = new Map(sortBy([...new Map([...known.pages, ...read.pages])], ([page]) => page));
  return { ...read, pages };
}

/** Without pages after the end of the list. From a list that is too long, its head and its tail. */
export function trimmed({ pages, ...rest }: EventPages): EventPages {
  const filled = [...pages].filter(([page, rows]) => page === 1 || rows.length > 0);
  const last = filled.at(-1)?.[0] ?? 0;
  const isKept = (page: number) => last <= MAX_PAGES || page <= HEAD_PAGES || page > last - TAIL_PAGES;
  return { ...rest, pages: new Map(filled.filter(([page]) => isKept(page))) };
}

/** The number of rows on a full page. The service may return fewer than requested. */
export function pageSizeOf({ pages, total }: EventPages): number {
  const size = pages.get(1)?.length ?? 0;
  return size > 0 && (pages.size > 1 || (total ?? 0) > size) ? size : EVENT_PAGE;
}

export function lastPageOf({ pages }: EventPages): number {
  return [...pages.keys()].at(-1) ?? 0;
}

/** The number of pages according to the total. Null if that is unknown. */
export function pageCountOf(known: EventPages): number | null {
  const size = known.pages.get(1)?.length ?? 0;
  return known.total === null || size === 0 ? null : Math.ceil(known.total / size);
}

/** Whether pages between known pages are missing, except those that are left out of a list that is too long. */
export function hasGaps(known: EventPages): boolean {
  const last = lastPageOf(known);
  return known.pages.size < Math.min(last, MAX_PAGES);
}

/**
 * Whether a page follows the last one according to the total. If that is missing or too small, a full page may be followed
 * by another.
 */
export function mayGoOn(known: EventPages): boolean {
  const last = lastPageOf(known);
  const rows = known.pages.get(last)?.length ?? 0;
  const through = (last - 1) * pageSizeOf(known) + rows;
  return known.total !== null && known.total >= through ? known.total > through : rows >= pageSizeOf(known);
}

/** Whether no event of these pages is known to be missing, and no page failed. Otherwise, they are read again. */
export function isSound(known: EventPages): boolean {
  const { rows, total, cut } = timelineOf(known);
  // Before a cut, every page except the last is full.
  const least = cut === null ? (total ?? 0) : (known.pages.size - 1) * pageSizeOf(known);
  return known.failure === null && !hasGaps(known) && rows.length >= least;
}

/** Cached by the pages, because this is used repeatedly. */
export const timelineOf = perObject(({ pages, total, hasEnd, failure }: EventPages): Timeline => {
  const isLong = [...pages.keys()].some((page) => page > MAX_PAGES);
  const byKey = new Map([...pages.values()].flat().map((event) => [keyOf(event), event]));
  const rows = sortBy([...byKey.values()], 'sequence');
  return {
    rows,
    total,
    isWhole: hasEnd && !isLong && failure === null && rows.length === total,
    cut: isLong ? 'middle' : hasEnd || failure ? null : 'end',
    failure: total !== null && rows.length >= total ? null : failure,
  };
});
