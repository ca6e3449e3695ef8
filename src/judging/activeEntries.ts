import { compact } from 'lodash';
import { type AlertBook, type AlertFilter, type SearchTime } from '../facts/alertBook';
import { type Active, activeOf, alertsAt, findActive } from './active';
import { hasImpact } from './alertFilter';
import { type Alert } from '../service/alerts';
import { type ServiceFailure } from '../ground/failure';
import { type Paged } from '../service/paging';
import { momentOfEnd, type Span } from '../ground/spans';
import { alertList, alertSearch, listAtStart, historiesRead, DECIDING } from './alertEntries';
import { concluded } from '../facts/derived';
import { whole } from '../facts/eachKnown';
import { type Entry } from '../facts/follow';

/** The alerts of a range, as far as they could be read. */
export interface ActiveRead extends Active {
  /** The search, and the lists at the start and at the end of the range, as far as they could be read. */
  sources: Array<Paged<Alert>>;
  /** Whether these are all alerts: the search and both lists were read, and are complete. */
  isWhole: boolean;
  /** Why the search, or the alert list at the start or at the end of the range, could not be read. */
  missing: { search?: ServiceFailure; start?: ServiceFailure; end?: ServiceFailure };
}

export interface ActiveOptions {
  /** Whether events are read for ends that no list shows. Otherwise, these alerts are open. */
  waits?: boolean;
  /** Whether the alerts in the lists are sufficient if the search fails. */
  orListed?: boolean;
}

/**
 * The alerts that were active in a range: from the search with `from` and `to` (the interface doesn't define what these
 * select: possibly only alerts that began in the range), and from the alert lists at its start and end. An alert that is
 * not in the list at the end has ended. Its events show when, and its last state. Otherwise, its end is unknown.
 *
 * The lists have no filters, so node, metric, impact, and score are compared here, with their values at the end. A metric
 * that has joined and left between the lists is not known if the search misses its alert: a search from the alert's start
 * would find it, but also cost a request where it finds nothing new. Only the service knows what `q` matches: with a `q`, a
 * search at the start replaces the lists. Fails if the search fails, unless the lists are sufficient.
 */
export function activeIn(
  book: AlertBook,
  range: Span,
  filter: AlertFilter = {},
  options: ActiveOptions = {}
): Entry<ActiveRead> {
  const { waits = true, orListed = false } = options;
  const now = book.now();
  const moment = momentOfEnd(range.to, now);
  const wantedRange = { range, moment, isFuture: range.from > now, filter };
  const atStart = filter.q
    ? // The service would compare impact and score with those at the start.
      alertSearch(book.decorating(), { at: range.from }, { ...filter, impact: undefined, minScore: undefined })
    : listAtStart(book, range);
  return concluded(`active ${JSON.stringify([range, filter, options])}`, (reader): ActiveRead | null => {
    const start = reader.attempt(atStart);
    const search = reader.attempt(alertSearch(book, range, filter));
    const end = reader.attempt(alertList(book, moment));
    if (reader.isFetching) {
      return null;
    }
    if (search.error !== undefined && !orListed) {
      throw search.error;
    }
    const sources = { start: start.data ?? null, search: search.data ?? null, end: end.data ?? null };
    const found = findActive(sources, wantedRange);
    const deciding = waits ? found.ended : [];
    if (reader.attempt(historiesRead(book, deciding, DECIDING)).isFetching) {
      return null;
    }
    const active = activeOf(found, sources, wantedRange, book);
    return {
      ...active,
      unknownEnds: waits ? active.unknownEnds : 0,
      sources: compact([sources.search, sources.start, sources.end]),
      isWhole: [start, search, end].every(({ isWhole }) => isWhole),
      missing: { search: failureOf(search), start: failureOf(start), end: failureOf(end) },
    };
  });
}

function failureOf({ error }: { error: unknown }): ServiceFailure | undefined {
  return error as ServiceFailure | undefined;
}

/** A search, in its rows' state at the moment of the answer. */
interface FoundAt {
  alerts: Alert[];
  /** As the service returned them. */
  searched: Paged<Alert>;
  /** The alerts that were active then; null if they could not be read. Undefined if the answer is about now. */
  list?: Paged<Alert> | null;
  failure?: unknown;
}

/** A search, as of a past moment if there is one: the service returns its rows in their current state. */
export function alertSearchAt(
  book: AlertBook,
  time: SearchTime,
  filter: AlertFilter,
  moment: number | undefined
): Entry<FoundAt> {
  const entry = concluded(`search at ${JSON.stringify([time, filter, moment])}`, (reader): FoundAt | null => {
    const searched = whole(reader, alertSearch(book, time, filter));
    const passed = searched?.rows.filter((alert) => hasImpact(alert, filter)) ?? [];
    if (moment === undefined) {
      return searched && { alerts: passed, searched };
    }
    const { data: list = null, error: failure, isFetching } = reader.attempt(alertList(book, moment));
    return searched && !isFetching ? { alerts: alertsAt(passed, moment, list), searched, list, failure } : null;
  });
  return {
    ...entry,
    isWhole: ({ searched, list }) => searched.isWhole && (list === undefined || list?.isWhole === true),
  };
}
