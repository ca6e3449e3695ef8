import { AlertBook } from '../alertbook/alertBook';
import { type BookContext } from '../alertbook/knownAlerts';
import { alertList, listAtStart } from '../entries/alertEntries';
import { within } from '../known/derived';
import { type Entry, type Known, type Reader } from '../known/follow';
import { namedAnomalies, namedInMonth } from '../entries/anomalyEntries';
import { NamedMetrics, namedIn, namesSeen, remember } from '../alertbook/names';
import { type Named } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';
import { momentOfEnd, type Span } from '../time/spans';
import {
  type CatalogueEntry,
  type CatalogueFilter,
  inAlerts,
  inAnomalies,
  type Mention,
  metricsIn,
  nodesIn,
  seriesIn,
  systemsIn,
  withMentions,
} from './entries';

/* The systems, nodes, and metrics seen so far. The interface has no catalogue. So it is learned from the alert list with
   metrics (now, at the range's end, at its start), and from the anomalies of the range. Names (never alerts) are stored
   for the session. Pickers with few options also use the anomalies of a month. */

/** The names in the sources of a range. `failures` are the sources without an answer, for a notice. */
interface RangeNames {
  named: Named[];
  /** Where the names were found. */
  mentions: Mention[];
  /** The alert lists that were read, because a list can be incomplete. */
  lists: Array<Paged<unknown>>;
  failures: unknown[];
}

/** A picker with this many options needs no older ones. */
const ENOUGH = 10;

/** A picker shows what it has if anomalies take longer, in milliseconds. */
const LONGEST_WAIT = 20_000;

/** The lists of pickers: their entries, and which value of a mention identifies an entry. */
const LISTS = {
  systems: { entriesIn: systemsIn, idOf: ({ systemId }: Mention) => systemId },
  nodes: { entriesIn: nodesIn, idOf: ({ nodeId }: Mention) => nodeId },
  metrics: {
    entriesIn: metricsIn,
    // A metric's alerts on another node don't matter here.
    idOf({ nodeId, metricId }: Mention, filter: CatalogueFilter) {
      const nodes = [filter.nodeId ?? []].flat();
      return nodes.length === 0 || nodes.includes(nodeId ?? '') ? metricId : null;
    },
  },
  series: { entriesIn: seriesIn, idOf: ({ nodeId, metricId }: Mention) => `${nodeId}:${metricId}` },
};

export type ListName = keyof typeof LISTS;

/** A picker's list. */
interface Listing {
  list: ListName;
  range: Span;
  filter?: CatalogueFilter;
}

/**
 * For pickers: the names in the range and names seen before, most recently alerting first. If these are few, also the
 * names of the last month. Null while more can arrive.
 *
 * @throws if nothing is known
 */
export function listed(
  reader: Reader,
  context: BookContext,
  { list, range, filter = {} }: Listing
): CatalogueEntry[] | null {
  const { entriesIn, idOf } = LISTS[list];
  const mentions = mentionsIn(reader, context, range);
  if (!mentions) {
    return null;
  }
  const seen = () => entriesIn(namesSeen(context).all(), filter);
  const inOrder = (all: Mention[]) => withMentions(seen(), all, (mention) => idOf(mention, filter), context.now());
  if (seen().length >= ENOUGH) {
    return inOrder(mentions);
  }
  const { data: older = [], isFetching } = reader.attempt(
    within(LONGEST_WAIT, namedInMonth(context.operations, context.now()))
  );
  if (isFetching) {
    return null;
  }
  remember(context, older);
  return inOrder([...mentions, ...inAnomalies(older)]);
}

/** The mentions in the range. Empty if these can't be read and there are earlier names. */
function mentionsIn(reader: Reader, context: BookContext, range: Span): Mention[] | null {
  try {
    const limited = (entry: Entry<Anomaly[]>) => within(LONGEST_WAIT, entry, () => new ServiceFailure('timeout', ''));
    return namesIn(reader, context, range, limited)?.mentions ?? null;
  } catch (failure) {
    if (namesSeen(context).all().length === 0) {
      throw failure;
    }
    return [];
  }
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
  context: BookContext,
  range: Span,
  limited = (entry: Entry<Anomaly[]>) => entry
): RangeNames | null {
  const now = context.now();
  const { operations } = context;
  const book = new AlertBook({ operations, now: context.now });
  // For a range that ends now, the current list is the one at its end.
  const end = momentOfEnd(range.to, now);
  const listAt = (at?: number) => reader.attempt(alertList(book, at));
  const [current, ...lists] = [
    listAt(),
    ...(end === undefined ? [] : [listAt(end)]),
    reader.attempt(listAtStart(book, range)),
  ];
  // By priority: the current name of a metric is first.
  const sources = [
    sourceOf(current, ({ rows }) => ({ named: namedIn(rows), mentions: inAlerts(rows, true) })),
    ...lists.map((list) => sourceOf(list, ({ rows }) => ({ named: namedIn(rows), mentions: inAlerts(rows, false) }))),
    sourceOf(reader.attempt(limited(namedAnomalies(operations, range))), (anomalies) => {
      return { named: namedIn(anomalies), mentions: inAnomalies(anomalies) };
    }),
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
    mentions: sources.flatMap(({ mentions }) => mentions),
  };
}

/** The names from one source. */
type Source = Pick<Known<unknown>, 'isFetching' | 'error'> & Pick<RangeNames, 'named' | 'mentions'>;

function sourceOf<T>(
  { data, isFetching, error }: Known<T>,
  namesOf: (data: T) => Pick<RangeNames, 'named' | 'mentions'>
): Source {
  const isKnown = data !== undefined && error === undefined;
  return { isFetching, error, ...(isKnown ? namesOf(data) : { named: [], mentions: [] }) };
}
