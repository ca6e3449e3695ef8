import { uniqueId } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { type Asking } from '../alertbook/knownAlerts';
import { alertList } from '../entries/alertEntries';
import { type Known, type Reader } from '../known/follow';
import { namedAnomalies, namedInMonth } from '../entries/anomalyEntries';
import { NameBook, namedIn, namesSeen, remember } from '../alertbook/names';
import { type Named } from '../service/alerts';
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

/*
 * The systems, nodes and metrics seen so far. The interface has no catalogue, so it is learned from the alert list with
 * metrics (now, at the range's end, at its start) and from the anomalies of the range; names (never alerts) are remembered
 * for the session. Pickers that list few also have the anomalies of a month.
 */

/** What the sources of a range named. `failures` are of the sources that gave nothing, for a notice. */
interface RangeNames {
  named: Named[];
  /** Where they were named. */
  mentions: Mention[];
  /** The alert lists that were read: one can be shorter than it says. */
  lists: Array<Paged<unknown>>;
  failures: unknown[];
}

/** A picker that lists so many entries needs no older ones. */
const ENOUGH = 10;

/** What a picker can list: its entries, and what of a mention is an entry's value. */
const LISTS = {
  systems: { entriesIn: systemsIn, idOf: ({ systemId }: Mention) => systemId },
  nodes: { entriesIn: nodesIn, idOf: ({ nodeId }: Mention) => nodeId },
  metrics: {
    entriesIn: metricsIn,
    // What a metric is in on another node says nothing of it here.
    idOf({ nodeId, metricId }: Mention, filter: CatalogueFilter) {
      const nodes = [filter.nodeId ?? []].flat();
      return nodes.length === 0 || nodes.includes(nodeId ?? '') ? metricId : null;
    },
  },
  series: { entriesIn: seriesIn, idOf: ({ nodeId, metricId }: Mention) => `${nodeId}:${metricId}` },
};

export type ListName = keyof typeof LISTS;

/** What a picker lists. */
export interface Listing {
  list: ListName;
  range: Span;
  filter?: CatalogueFilter;
}

/**
 * For pickers: what the range names and what was seen before, most recently alerting first; where these are few, also
 * what the last month names. Null while more can come.
 *
 * @throws if nothing is known
 */
export function listed(reader: Reader, asking: Asking, { list, range, filter = {} }: Listing): CatalogueEntry[] | null {
  const { entriesIn, idOf } = LISTS[list];
  const mentions = mentionsIn(reader, asking, range);
  if (!mentions) {
    return null;
  }
  const seen = () => entriesIn(namesSeen(asking).all(), filter);
  const inOrder = (all: Mention[]) => withMentions(seen(), all, (mention) => idOf(mention, filter), asking.now());
  if (seen().length >= ENOUGH) {
    return inOrder(mentions);
  }
  const { data: older = [], isFetching } = reader.attempt(namedInMonth(asking.operations, asking.now()));
  if (isFetching) {
    return null;
  }
  remember(asking, older);
  return inOrder([...mentions, ...inAnomalies(older)]);
}

/** What the range names; nothing if that cannot be read and names were seen before. */
function mentionsIn(reader: Reader, asking: Asking, range: Span): Mention[] | null {
  try {
    return namesIn(reader, asking, range)?.mentions ?? null;
  } catch (failure) {
    if (namesSeen(asking).all().length === 0) {
      throw failure;
    }
    return [];
  }
}

/**
 * What the alerts and anomalies of the range name, and nothing that was seen elsewhere: a variable gives everybody the
 * same. Null while more can come. A source that fails leaves the others.
 *
 * @throws if all fail
 */
export function namesIn(reader: Reader, asking: Asking, { from, to }: Span): RangeNames | null {
  const now = asking.now();
  // Several pickers and variables of a page share the answers, see `Ask.asker`.
  const operations = asking.operations.with({ asker: uniqueId('names ') });
  const book = new AlertBook({ operations, now: asking.now });
  // A range that ends now has the list of now at its end.
  const end = momentOfEnd(to, now);
  const listAt = (at?: number) => reader.attempt(alertList(book, at));
  const [current, ...lists] = [listAt(), ...(end === undefined ? [] : [listAt(end)]), listAt(from)];
  // In the order in which names count: what a metric is called now comes first.
  const sources = [
    sourceOf(current, ({ rows }) => ({ named: namedIn(rows), mentions: inAlerts(rows, true) })),
    ...lists.map((list) => sourceOf(list, ({ rows }) => ({ named: namedIn(rows), mentions: inAlerts(rows, false) }))),
    sourceOf(reader.attempt(namedAnomalies(operations, { from, to })), (anomalies) => {
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
  const names = new NameBook();
  sources.forEach(({ named }) => names.add(named));
  const named = names.all();
  namesSeen(asking).add(named);
  return {
    named,
    failures,
    lists: [current, ...lists].flatMap(({ data }) => data ?? []),
    mentions: sources.flatMap(({ mentions }) => mentions),
  };
}

/** What one source names. */
type Source = Pick<Known<unknown>, 'isFetching' | 'error'> & Pick<RangeNames, 'named' | 'mentions'>;

function sourceOf<T>(
  { data, isFetching, error }: Known<T>,
  namesOf: (data: T) => Pick<RangeNames, 'named' | 'mentions'>
): Source {
  const isKnown = data !== undefined && error === undefined;
  return { isFetching, error, ...(isKnown ? namesOf(data) : { named: [], mentions: [] }) };
}
