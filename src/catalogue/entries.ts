import { distinctNames } from '../loading/distinctNames';
import { t } from '@grafana/i18n';
import { groupBy } from 'lodash';
import { impactRank } from '../alertbook/order';
import { type Alert, type Named } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { wordOf } from '../tables/words';
import { metricTitle } from '../alertbook/titles';
import { DAY } from '../settings';

/** One row of a picker or a variable: the ID, its text, and its parents. */
export interface CatalogueEntry {
  value: string;
  /** The name, or the ID if there is none. */
  text: string;
  /** For a node its system, for a metric its nodes (or their number). */
  detail?: string;
  /** The reason for its place: `alerting now, severe`, `last named 40 days ago`. */
  why?: string;
  /** When it was last in an alert or anomaly, in epoch milliseconds, if known. */
  namedAt?: number;
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
export function distinct(all: readonly CatalogueEntry[]): CatalogueEntry[] {
  const idOf = ({ value }: CatalogueEntry) => value;
  const texts = distinctNames(all, ({ text }) => text, idOf);
  return all.map((entry, i) => ({ ...entry, text: texts[i] }));
}

/** One collator for many comparisons: `localeCompare` looks up its rules each time. */
const { compare } = new Intl.Collator();

/** The entries whose text or value contains `q`, in any case, sorted by text. */
export function inOrder(all: readonly CatalogueEntry[], q?: string): CatalogueEntry[] {
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

/** Where a metric was found, which determines the order of a picker's entries. */
export interface Mention {
  systemId: string | null;
  nodeId: string | null;
  metricId: string | null;
  /** In an alert that is active now. */
  isNow: boolean;
  /** When it was last seen there, in epoch milliseconds. */
  time: number | null;
  /** The alert's impact. */
  impact: string | null;
}

/** Mentions in alerts. `current`: the list is the current one. */
export function inAlerts(alerts: readonly Alert[], current: boolean): Mention[] {
  return alerts.flatMap(({ impact, active, lastSeenAt, metrics }) =>
    (metrics ?? []).map(({ systemId, nodeId, metricId }): Mention => {
      return { systemId, nodeId, metricId, isNow: current && active !== false, time: lastSeenAt, impact };
    })
  );
}

/** Mentions in anomalies. */
export function inAnomalies(anomalies: readonly Anomaly[]): Mention[] {
  return anomalies.flatMap(({ time, metrics }) =>
    metrics.map(({ systemId, nodeId, metricId, updated, started }): Mention => {
      return { systemId, nodeId, metricId, isNow: false, time: updated ?? started ?? time, impact: null };
    })
  );
}

/**
 * The entries: alerting ones first (the most severe at the top), then those that were last seen in an alert or an anomaly.
 * The rest keep their order. Alerting entries have a label, and so do those that were last seen long ago.
 *
 * @param idOf the value of a mention that identifies an entry
 * @param now epoch milliseconds
 */
export function withMentions(
  entries: readonly CatalogueEntry[],
  mentions: readonly Mention[],
  idOf: (mention: Mention) => string | null,
  now: number
): CatalogueEntry[] {
  const best = new Map<string, Mention>();
  for (const mention of mentions) {
    const id = idOf(mention);
    const known = id === null ? undefined : best.get(id);
    if (id !== null && (!known || byUrgency(mention, known) < 0)) {
      best.set(id, mention);
    }
  }
  return entries
    .map((entry) => ({ entry, seen: best.get(entry.value) }))
    .sort((a, b) => (a.seen && b.seen ? byUrgency(a.seen, b.seen) : Number(!a.seen) - Number(!b.seen)))
    .map(({ entry, seen }) => (seen ? mentioned(entry, seen, now) : entry));
}

function mentioned(entry: CatalogueEntry, { isNow, time, impact }: Mention, now: number): CatalogueEntry {
  const why = isNow ? alertingText(impact) : longAgo(time, now);
  return { ...entry, ...(why === undefined ? {} : { why }), ...(time === null ? {} : { namedAt: time }) };
}

/** From this number of days on, an entry shows when it was last named. */
const LONG_AGO = 7;

/** Undefined if it is recent or unknown. */
export function longAgo(namedAt: number | null, now: number): string | undefined {
  const days = namedAt === null ? 0 : Math.floor((now - namedAt) / DAY);
  return days < LONG_AGO ? undefined : t('catalogue.long-ago', 'last named {{days}} days ago', { days });
}

function byUrgency(a: Mention, b: Mention): number {
  return (
    Number(b.isNow) - Number(a.isNow) ||
    (a.isNow ? impactRank(a.impact) - impactRank(b.impact) : 0) ||
    (b.time ?? 0) - (a.time ?? 0)
  );
}

function alertingText(impact: string | null): string {
  const now = t('catalogue.alerting', 'alerting now');
  return impact ? `${now}, ${wordOf(impact)}` : now;
}
