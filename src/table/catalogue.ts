import { type TimeRange } from '@grafana/data';
import { type ReadContext } from '../facts/facts';
import { alertList, listAtStart } from '../facts/alerts';
import { type Entry, type Fact, type Reader, within } from '../facts/reader';
import { namedAnomalies, namedInMonth } from '../facts/anomalies';
import { NamedMetrics, namedIn, namesSeen } from '../facts/names';
import { type Named } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { ServiceFailure } from '../ground/failure';
import { type Paged } from '../service/paging';
import { momentOfEnd, rangeOf, type Span, HOUR } from '../ground/spans';
import { distinctNames } from '../ground/frameNames';
import { groupBy } from 'lodash';
import { metricTitle } from '../facts/titles';

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

/** The lists of a variable, and of pickers, from the metrics that are known. */
export const LISTS = {
  systems: systemsIn,
  nodes: nodesIn,
  metrics: metricsIn,
  series: seriesIn,
  spread: spreadIn,
  others: (named: readonly Named[], filter: CatalogueFilter) => spreadIn(named, filter).slice(1),
};

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
  namesSeen(context).add(namedIn(month.data ?? []));
  return isRead(reader, context, range) && !month.isFetching ? LISTS[list](namesSeen(context).all(), filter) : null;
}

/** The names seen before, without a request. */
export function seenEntries(context: ReadContext, list: ListName): CatalogueEntry[] {
  return LISTS[list](namesSeen(context).all(), {});
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
type Source = Pick<Fact<unknown>, 'isFetching' | 'error'> & Pick<RangeNames, 'named'>;

function sourceOf<T>({ data, isFetching, error }: Fact<T>, namesOf: (data: T) => Named[]): Source {
  return { isFetching, error, named: data !== undefined && error === undefined ? namesOf(data) : [] };
}

/** One row of a picker or a variable: the ID, its text, and its parents. */
export interface CatalogueEntry {
  value: string;
  /** The name, or the ID if there is none. */
  text: string;
  /** For a node its system, for a metric its nodes (or their number). */
  detail?: string;
  /** The heading above it. */
  group?: string;
}

/** Selects entries. Several values select entries of any of them. Empty ones select all. */
export interface CatalogueFilter {
  systemId?: string | string[];
  nodeId?: string | string[];
  /** Part of the name or the ID, in any case. */
  q?: string;
}

function systemsIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  return entries(selected(named, { nodeId: filter.nodeId }), 'systemId', 'systemName', () => undefined, filter.q);
}

function nodesIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  const rows = selected(named, { systemId: filter.systemId });
  return entries(rows, 'nodeId', 'nodeName', (of) => list(of.map((row) => row.systemName || row.systemId)), filter.q);
}

function metricsIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  const rows = selected(named, filter);
  return entries(rows, 'metricId', 'metricName', (of) => list(of.map((row) => row.nodeName || row.nodeId)), filter.q);
}

/** The series as text (see `query/series`), each named `<metric> · <node>`. */
function seriesIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  return inOrder(spreadIn(named, filter));
}

/** The series in the given order, which is the order of joining an alert. */
function spreadIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  const found = new Map<string, CatalogueEntry>();
  for (const row of selected(named, filter)) {
    const { nodeId, metricId, systemName, systemId } = row;
    if (nodeId && metricId) {
      const value = `${nodeId}:${metricId}`;
      found.set(value, { value, text: metricTitle(row), detail: systemName || systemId || undefined });
    }
  }
  return matching(distinct([...found.values()]), filter.q);
}

function selected(named: readonly Named[], { systemId, nodeId }: CatalogueFilter): Named[] {
  const systems = chosen(systemId);
  const nodes = chosen(nodeId);
  return named.filter(
    (row) =>
      (systems.size === 0 || systems.has(row.systemId ?? '')) && (nodes.size === 0 || nodes.has(row.nodeId ?? ''))
  );
}

function chosen(values: string | string[] = ''): Set<string> {
  return new Set(
    [values]
      .flat()
      .map((value) => value.trim())
      .filter((value) => value !== '')
  );
}

/** Each ID once, with the first name in any of its rows, sorted by text. */
function entries(
  rows: readonly Named[],
  id: 'systemId' | 'nodeId' | 'metricId',
  name: 'systemName' | 'nodeName' | 'metricName',
  detail: (rows: Named[]) => string | undefined,
  q = ''
): CatalogueEntry[] {
  const groups = groupBy(
    rows.filter((row) => row[id]),
    id
  );
  const all = Object.entries(groups).map(([value, of]) => ({
    value,
    text: of.find((row) => row[name])?.[name] || value,
    detail: detail(of),
  }));
  return inOrder(distinct(all), q);
}

/** If several entries have the same name, the text also has the ID. */
function distinct(all: readonly CatalogueEntry[]): CatalogueEntry[] {
  const idOf = ({ value }: CatalogueEntry) => value;
  const texts = distinctNames(all, ({ text }) => text, idOf);
  return all.map((entry, i) => ({ ...entry, text: texts[i] }));
}

/** One collator for many comparisons: `localeCompare` looks up its rules each time. */
const { compare } = new Intl.Collator();

/** The entries whose text or value contains `q`, in any case, sorted by text. */
function inOrder(all: readonly CatalogueEntry[], q?: string): CatalogueEntry[] {
  return matching(all, q).sort((a, b) => compare(a.text, b.text) || compare(a.value, b.value));
}

function matching(all: readonly CatalogueEntry[], q = ''): CatalogueEntry[] {
  const wanted = q.trim().toLowerCase();
  return all.filter(({ value, text }) => text.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted));
}

/** Up to three names in order of appearance, and the number of others. */
function list(names: Array<string | null>): string | undefined {
  const distinct = [...new Set(names.filter((name) => name))];
  const more = distinct.length > 3 ? `, +${distinct.length - 3}` : '';
  return distinct.length === 0 ? undefined : distinct.slice(0, 3).join(', ') + more;
}
