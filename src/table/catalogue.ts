import { type TimeRange } from '@grafana/data';
import { type ReadContext } from '../facts/facts';
import { alertList, listAtStart } from '../facts/alerts';
import { type Entry, type Known, type Reader, within } from '../facts/reader';
import { namedAnomalies, namedInMonth } from '../facts/anomalies';
import { NamedMetrics, namedIn, namesSeen, remember } from '../facts/names';
import { type Named } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { ServiceFailure } from '../ground/failure';
import { type Paged } from '../service/paging';
import { HOUR } from '../ground/settings';
import { momentOfEnd, rangeOf, type Span } from '../ground/spans';
import { type CatalogueEntry, type CatalogueFilter, metricsIn, nodesIn, seriesIn, systemsIn } from './entries';

/* The systems, nodes, and metrics seen so far. The interface has no catalogue. So it is learned from the alert list with
   metrics (now, at the range's end, at its start), and from the anomalies of the range; for pickers, also from those of a
   month. Names (never alerts) are stored for the session. */

/** The names in the sources of a range. `failures` are the sources without an answer, for a notice. */
interface RangeNames {
  named: Named[];
  /** The alert lists that were read, because a list can be incomplete. */
  lists: Array<Paged<unknown>>;
  failures: unknown[];
}

/** A picker shows what it has if anomalies take longer, in milliseconds. */
const LONGEST_WAIT = 20_000;

const LISTS = { systems: systemsIn, nodes: nodesIn, metrics: metricsIn, series: seriesIn };

export type ListName = keyof typeof LISTS;

/** A picker's list. */
interface Listing {
  list: ListName;
  range: Span;
  filter?: CatalogueFilter;
}

/**
 * For pickers: the names in the range, those of the last month, and names seen before. Null while more can arrive.
 *
 * @throws if nothing is known
 */
export function listed(
  reader: Reader,
  context: ReadContext,
  { list, range, filter = {} }: Listing
): CatalogueEntry[] | null {
  const month = reader.read(within(LONGEST_WAIT, namedInMonth(context.operations, context.now())));
  remember(context, month.data ?? []);
  return isRead(reader, context, range) && !month.isFetching ? LISTS[list](namesSeen(context).all(), filter) : null;
}

/** Whether the names in the range were read, or can't be read but there are earlier names. */
function isRead(reader: Reader, context: ReadContext, range: Span): boolean {
  try {
    const limited = (entry: Entry<Anomaly[]>) => within(LONGEST_WAIT, entry, () => new ServiceFailure('timeout', ''));
    return namesIn(reader, context, range, limited) !== null;
  } catch (failure) {
    if (namesSeen(context).all().length === 0) {
      throw failure;
    }
    return true;
  }
}

/** The panel's range in epoch milliseconds. The last six hours if it is unknown. */
export function pickerSpan({ now }: ReadContext, range: TimeRange | undefined): Span {
  return range ? rangeOf({ range }) : { from: now() - 6 * HOUR, to: now() };
}

/**
 * The names in the alerts and anomalies of the range, without names from elsewhere, because a variable must have the same
 * options for all users. Null while more can arrive. If a source fails, the others stay.
 *
 * @param limited how long anomalies are awaited
 * @throws if all fail
 */
export function namesIn(
  reader: Reader,
  context: ReadContext,
  range: Span,
  limited = (entry: Entry<Anomaly[]>) => entry
): RangeNames | null {
  const now = context.now();
  const { operations } = context;
  // For a range that ends now, the current list is the one at its end.
  const end = momentOfEnd(range.to, now);
  const listAt = (at?: number) => reader.read(alertList(context, at));
  const [current, ...lists] = [
    listAt(),
    ...(end === undefined ? [] : [listAt(end)]),
    reader.read(listAtStart(context, range)),
  ];
  // By priority: the current name of a metric is first.
  const sources = [
    ...[current, ...lists].map((list) => sourceOf(list, ({ rows }) => namedIn(rows))),
    sourceOf(reader.read(limited(namedAnomalies(operations, range))), namedIn),
  ];
  if (sources.some(({ isFetching }) => isFetching)) {
    return null;
  }
  const failures = sources.flatMap(({ error }) => error ?? []);
  if (failures.length === sources.length) {
    throw failures[0];
  }
  const names = new NamedMetrics();
  sources.forEach(({ named }) => names.add(named));
  const named = names.all();
  namesSeen(context).add(named);
  return {
    named,
    failures,
    lists: [current, ...lists].flatMap(({ data }) => data ?? []),
  };
}

/** The names from one source. */
type Source = Pick<Known<unknown>, 'isFetching' | 'error'> & Pick<RangeNames, 'named'>;

function sourceOf<T>({ data, isFetching, error }: Known<T>, namesOf: (data: T) => Named[]): Source {
  return { isFetching, error, named: data !== undefined && error === undefined ? namesOf(data) : [] };
}
