import { distinctNames } from '../ground/frameNames';
import { groupBy } from 'lodash';
import { type Named } from '../service/alerts';
import { metricTitle } from '../facts/titles';

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

export function systemsIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  return entries(selected(named, { nodeId: filter.nodeId }), 'systemId', 'systemName', () => undefined, filter.q);
}

export function nodesIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  const rows = selected(named, { systemId: filter.systemId });
  return entries(rows, 'nodeId', 'nodeName', (of) => list(of.map((row) => row.systemName || row.systemId)), filter.q);
}

export function metricsIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  const rows = selected(named, filter);
  return entries(rows, 'metricId', 'metricName', (of) => list(of.map((row) => row.nodeName || row.nodeId)), filter.q);
}

/** The series as text (see `query/series`), each named `<metric> · <node>`. */
export function seriesIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
  return inOrder(spreadIn(named, filter));
}

/** The series in the given order, which is the order of joining an alert. */
export function spreadIn(named: readonly Named[], filter: CatalogueFilter = {}): CatalogueEntry[] {
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
