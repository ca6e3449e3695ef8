import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, once } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { type AlertHistory, wasPart, worstFirst } from '../alertbook/history';
import { byAnomalySeverity, bySeverity } from '../alertbook/order';
import { endOf } from '../alertbook/span';
import { activeNotices } from '../entries/alertReads';
import { type Reader } from '../known/follow';
import { type Values } from '../inputs/inputs';
import { historyNotices, cutNotices } from '../notices/listNotices';
import { NamedMetrics } from '../alertbook/names';
import { info, warn } from '../notices/notices';
import { activeIn, type ActiveRead } from '../entries/activeEntries';
import { historiesRead } from '../entries/alertEntries';
import { namedAnomalies } from '../entries/anomalyEntries';
import { unshown } from '../known/derived';
import { type Context } from '../answer/runner';
import { nothingFound } from '../descriptor';
import { type Alert, type AlertMetric, type Named } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { filterRows, type RowFilter } from '../filters/filters';
import { metricColumns } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { momentOfEnd, type Span } from '../time/spans';
import { incidentPlaces, type PlaceOf } from './laneGroups';

/** The maximum of alerts whose histories are read, the most severe first. */
const MOST_ALERTS = 50;
/** The maximum of metrics that are read. */
export const MOST_METRICS = 50;

/** A metric that can be read. */
export interface Candidate extends Named {
  nodeId: string;
  metricId: string;
}

export interface Candidates {
  /** By priority. */
  candidates: Candidate[];
  /** The number of alerts with unknown metrics. */
  unknown: number;
  /** The number of alerts with some missing events. */
  partial: number;
  /** Why some sources could not be read. */
  failures: unknown[];
  notices: QueryResultMetaNotice[];
  /** More can arrive. */
  isFetching: boolean;
  /** The order of their incidents, from the histories so far. */
  placeOf: PlaceOf;
}

/**
 * The metrics in the alerts and anomalies of a range, each once: those of the most severe alerts in the range, in order of
 * joining, then those in the alert lists at both ends, then those in anomalies.
 *
 * While histories or anomalies are missing, the candidates are those that come first in any case, so that no data is read in
 * vain. For selected nodes, they are all known metrics, because a node has few.
 *
 * @param isWide metrics that were part of these alerts before or after the range count, too
 * @param nodeIds the selected nodes; the search supports one
 * @returns null until the alerts are known; fails if no alerts can be read and no anomaly has metrics
 */
export function candidatesIn(
  context: Pick<Context, 'operations' | 'settings' | 'now'>,
  range: Span,
  isWide = false,
  nodeIds: readonly string[] = []
): (reader: Reader) => Candidates | null {
  const book = new AlertBook(context, isWide ? undefined : momentOfEnd(range.to, context.now()));
  const nodeId = nodeIds.length === 1 ? nodeIds[0] : undefined;
  const alertsEntry = unshown(activeIn(book, range, { nodeId }, { orListed: true }));
  const anomaliesEntry = unshown(namedAnomalies(context.operations, range));
  const histories = historyReader(book, context.settings.maxConcurrentRequests);
  const named = memoize((read: number, sources: Sources) => candidatesOf(sources, read, book));
  return (reader) => {
    const [active, anomalies] = [reader.attempt(alertsEntry), reader.attempt(anomaliesEntry)];
    if (!active.data) {
      return null;
    }
    const severest = active.data.alerts.filter(({ id }) => id !== '').slice(0, MOST_ALERTS);
    // Metrics of histories come before those of anomalies, and don't wait for them.
    const read = Math.min(histories(severest, reader), anomalies.isFetching ? severest.length : Infinity);
    const { search, start, end } = active.data.missing;
    if (anomalies.isFetching && (nodeIds.length > 0 || search)) {
      return null;
    }
    if (search && start && end && !anomalies.data?.length) {
      throw search;
    }
    const failures = [search, anomalies.error].filter(Boolean);
    const span = { range, within: isWide ? null : range, isOfNodes: nodeIds.length > 0 };
    const sources = { active: active.data, anomalies: anomalies.data ?? [], severest, failures, ...span };
    return named(read, sources);
  };
}

/**
 * Reads the histories of alerts, this many at once, so that requests that depend on the first ones don't wait for the last
 * ones.
 *
 * @returns how many of the first ones are read; Infinity: all
 */
function historyReader(book: AlertBook, atOnce: number): (alerts: readonly Alert[], reader: Reader) => number {
  const historyOf = memoize((alert: Alert) => unshown(historiesRead(book, [alert], { rank: 1 })));
  return (alerts, reader) => {
    const unread: number[] = [];
    for (const [i, alert] of alerts.entries()) {
      if (unread.length === atOnce) {
        break;
      }
      if (reader.attempt(historyOf(alert)).isFetching) {
        unread.push(i);
      }
    }
    return unread[0] ?? Infinity;
  };
}

/** The sources of metrics. */
interface Sources {
  active: ActiveRead;
  anomalies: Anomaly[];
  /** The alerts whose histories count. */
  severest: Alert[];
  failures: unknown[];
  range: Span;
  /** When metrics must have been part of their alert. Null: at any time. */
  within: Span | null;
  /** Only some nodes are selected. */
  isOfNodes: boolean;
}

/** @param read the number of alerts whose histories are read, the most severe first; Infinity: all, and the anomalies */
function candidatesOf(
  { active, anomalies, severest, failures, range, within, isOfNodes }: Sources,
  read: number,
  book: AlertBook
): Candidates {
  const { lists } = active;
  const isFetching = read < Infinity;
  const names = new NamedMetrics();
  severest.slice(0, read).forEach((alert) => names.add(metricsIn(book.historyOf(alert.id), alert, within)));
  const ofHistories = readable(names.all());
  [...lists].sort(bySeverity).forEach(({ metrics }) => names.add(worstFirst(metrics ?? [])));
  [...anomalies].sort(byAnomalySeverity).forEach(({ metrics }) => names.add(metrics));
  const all = readable(names.all());
  const isNamed = new Set(lists.filter(({ metrics }) => metrics?.length).map(({ id }) => id));
  const isUnknown = ({ id }: Alert) => !book.historyOf(id)?.metrics.length && !isNamed.has(id);
  // If some events of an alert are unknown, metrics that are only in these are missing.
  const isPartial = (alert: Alert) => !isUnknown(alert) && book.wholeHistoryOf(alert.id) === null;
  const countOf = (alerts: Alert[], is: (alert: Alert) => boolean) => (isFetching ? 0 : alerts.filter(is).length);
  const places = once(() => incidentPlaces(book, severest, lists, range));
  return {
    candidates: isFetching && !isOfNodes ? ofHistories : all,
    unknown: countOf(active.alerts, isUnknown),
    partial: countOf(severest, isPartial),
    failures,
    notices: activeNotices(active),
    isFetching,
    placeOf: (metrics) => places()(metrics),
  };
}

/** The metrics with everything that is needed to read them. */
export function readable(names: readonly Named[]): Candidate[] {
  return names.flatMap((named): Candidate[] => {
    const { nodeId, metricId } = named;
    return nodeId && metricId ? [{ ...named, nodeId, metricId }] : [];
  });
}

/** The metrics that were part of the alert in the range, in order of joining. Null: at any time. */
function metricsIn(history: AlertHistory | null, { active, lastSeenAt }: Alert, range: Span | null): AlertMetric[] {
  const ended = endOf({ active, lastSeenAt: history?.ended ?? lastSeenAt });
  return (history?.metrics ?? []).filter((metric) => !range || wasPart(metric, range, ended));
}

/**
 * The columns with the names of the metric. Filters compare them before anything is read.
 *
 * @param plain the same with the service's names, for links
 */
export function nameColumns<R extends Candidate>(
  place: LinkPlace,
  rows: readonly R[],
  plain: readonly Candidate[] = rows
) {
  const plainOf = new Map(rows.map((row, i) => [row, plain[i]]));
  return metricColumns<R>(
    place,
    rows,
    (row) => row,
    (row) => ({ metric: plainOf.get(row) })
  );
}

/** The candidates that are read. */
export interface Chosen {
  candidates: Candidate[];
  notices: QueryResultMetaNotice[];
}

/**
 * @param wanted the query's fields
 * @param filters on the names of metrics, nodes, and systems
 * @param isOwn whether a metric is part of the alerts whose suspects are requested: it is omitted
 * @param most the maximum of metrics that are read
 */
export function choose(
  { candidates, unknown, partial, failures, notices }: Candidates,
  wanted: { nodeId: Values; systemId: Values },
  filters: readonly RowFilter[],
  place: LinkPlace,
  { isOwn = () => false, most = MOST_METRICS }: { isOwn?: (metric: Candidate) => boolean; most?: number } = {}
): Chosen {
  const ofFields = candidates.filter((one) => holds(wanted.nodeId, one.nodeId) && holds(wanted.systemId, one.systemId));
  const others = ofFields.filter((one) => !isOwn(one));
  const { rows, notices: unused } = filterRows(others, Object.values(nameColumns(place, others)), filters);
  const chosen = rows.slice(0, most);
  // Unread sources may contain metrics.
  const isNothing = ofFields.length === 0 && failures.length === 0;
  return {
    candidates: chosen,
    notices: [
      ...notices,
      ...(isNothing ? [nothingMeasured(candidates.length, unknown + partial)] : []),
      ...(candidates.length > 0 ? historyNotices(unknown, partial) : []),
      ...unused,
      ...cutNotices(chosen.length, rows.length, 'most severe', false),
    ],
  };
}

function holds({ given, values }: Values, id: string | null): boolean {
  return !given || (id !== null && values.includes(id));
}

/**
 * The notice of an empty ranking, which would otherwise look as if all metrics were inside. @param named the number of
 * metrics in the range
 */
function nothingMeasured(named: number, unknown: number): QueryResultMetaNotice {
  if (named > 0) {
    return info(
      t('deviations.none-chosen', 'None of {{count}} known metrics is on the chosen node or system.', {
        defaultValue_one: 'The only known metric is not on the chosen node or system.',
        count: named,
      })
    );
  }
  return (unknown === 0 ? info : warn)(nothingFound());
}
