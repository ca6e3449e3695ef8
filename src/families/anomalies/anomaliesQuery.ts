import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, mapValues, pick, sortBy } from 'lodash';
import { type Entry, mapEntry } from '../../facts/reader';
import { namedIn, namesSeen } from '../../facts/names';
import { bounded, Inputs } from '../../ground/inputs';
import { info } from '../../ground/notices';
import { corridorFrame, emptyFrame } from '../../ground/frames';
import { ANOMALIES, type AnomaliesQuery, type AnomalyScope, isOfAlert, METERED } from './models';
import { displayName, distinct, partnerSuffix, type SeriesIdentity } from '../../ground/frameNames';
import { asOfNow, untimedAnomalies } from '../../judging/listNotices';
import { runKnown, type Shown } from '../../present/reader';
import { filterRows, type RowFilter, storedFilters } from '../../table/filters';
import {
  type Anomaly,
  type AnomalyGroups,
  type AnomalyMetric,
  getAnomalyUpdate,
  listAnomalies,
  listAnomalyUpdates,
  listCurrentAnomalies,
  listUnreadAnomalies,
} from '../../service/anomalies';
import { type Operations } from '../../service/operations';
import { type Span } from '../../ground/spans';
import {
  coloredColumn,
  type Column,
  countColumn,
  metricColumns,
  tableFrame,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../table/frame';
import { alertLinks, type LinkPlace, type LinkRow, type Scope } from '../../table/links';
import { EVENT_TYPES, GROUPS } from '../../table/words';
import { seriesKey } from '../../ground/series';
import { decodeDatapoints } from '../../ground/decode';
import { judge } from '../../ground/judge';
import { BANDS } from '../../ground/query';

/** The five anomaly operations, as a table or as data points. */
export const runAnomalies = runKnown((query: AnomaliesQuery, scope) => {
  const { request, context, range, now, timeZone } = scope;
  const inputs = new Inputs(request, context, ANOMALIES);
  const operation = query.scope;
  const alerts = inputs.all(isOfAlert(query) ? query.alertId : '');
  const updateId = operation === 'update' ? inputs.one(query.updateId, 'updateId') : '';
  const updates = { given: operation === 'update', values: updateId === '' ? [] : [updateId] };
  inputs.refuseEmpty({ alertId: alerts, updateId: updates });
  const to = isOfAlert(query) ? undefined : inputs.moment(query.to, 'to');
  const withMetrics = query.withMetrics && METERED.has(operation);
  const entries = entriesOf(
    { scope: operation, range, to, alertIds: alerts.values, updateId, withMetrics },
    context.operations
  );
  const isCurrent = (operation === 'current' || operation === 'unread') && to === undefined;
  const current = isCurrent ? asOfNow(range, now, timeZone) : [];
  return (reader) => {
    const reads = entries.map((entry) => reader.read(entry));
    const found = reads.flatMap(({ data }) => data ?? []);
    const failures = compact(reads.map(({ error }) => error));
    const untimed = found.filter(({ anomaly }) => anomaly.time === null).length;
    const notices = [...alerts.notices, ...current, ...untimedAnomalies(untimed)];
    // Without a time last.
    const inTime = sortBy(found, ({ anomaly }) => anomaly.time ?? Infinity);
    return reader.isFetching ? null : () => ({ ...shownOf(inTime, query, scope, notices), failures });
  };
});

runAnomalies.withoutRows = (query, { place }) =>
  isSeries(query) ? emptyFrame(query.refId) : anomalyTable(anomalyRows([], query.scope, place, []));

/** Whether the answer has the data points. */
function isSeries({ format, scope, withMetrics }: Pick<AnomaliesQuery, 'format' | 'scope' | 'withMetrics'>): boolean {
  return format === 'timeseries' && METERED.has(scope) && withMetrics;
}

/** The selected anomalies. Times are in epoch milliseconds. */
interface AnomaliesWanted {
  scope: AnomalyScope;
  range: Span;
  /** From the field `to`. Undefined if it is empty. */
  to: number | undefined;
  alertIds: readonly string[];
  updateId: string;
  withMetrics: boolean;
}

/** The anomalies of one operation. An alert's anomalies are read for each value. */
function entriesOf(
  { scope, range, to, alertIds, updateId, withMetrics }: AnomaliesWanted,
  operations: Operations
): Array<Entry<FoundAnomaly[]>> {
  const entry = <T>(key: string, start: Entry<T>['start'], foundIn: (data: T) => FoundAnomaly[]) =>
    mapEntry(key, { key, start }, foundIn);
  const all = (anomalies: Anomaly[]) => ungrouped(anomalies);
  switch (scope) {
    case 'current':
      return [entry(scope, () => listCurrentAnomalies(operations, to), all)];
    case 'unread':
      return [entry(scope, () => listUnreadAnomalies(operations, to, withMetrics), grouped)];
    case 'alert':
      return alertIds.map((id) => {
        const start = () => listAnomalyUpdates(operations, id);
        return entry(id, start, (updates) => ungrouped(updates, id));
      });
    case 'update':
      return alertIds.map((id) => {
        const start = () => getAnomalyUpdate(operations, id, updateId, withMetrics);
        return entry(id, start, (update) => ungrouped([update], id));
      });
    case 'range':
      return [entry(scope, () => listAnomalies(operations, range.from, to ?? range.to, withMetrics), all)];
  }
}

/** @param alertId the requested one: the answer may not contain it */
function ungrouped(anomalies: Anomaly[], alertId = ''): FoundAnomaly[] {
  return anomalies.map((anomaly) => ({ anomaly: { ...anomaly, id: anomaly.id || alertId }, group: null }));
}

function grouped(groups: AnomalyGroups): FoundAnomaly[] {
  return (['new', 'updated', 'closed'] as const).flatMap((group) =>
    groups[group].map((anomaly) => ({ anomaly, group }))
  );
}

function shownOf(
  found: FoundAnomaly[],
  query: AnomaliesQuery,
  { request, context, now, place }: Scope,
  notices: QueryResultMetaNotice[]
): Shown {
  namesSeen(context).add(namedIn(found.map(({ anomaly }) => anomaly)));
  const rows = anomalyRows(found, query.scope, place, storedFilters(query));
  const all = [...notices, ...rows.notices];
  if (isSeries(query)) {
    const metered = meteredFrames(rows, query.refId, partnerSuffix(request, now, context.dataSource.uid));
    return { frames: metered.frames, notices: [...all, ...metered.notices] };
  }
  const instead = query.format === 'timeseries' ? [noSeries(METERED.has(query.scope))] : [];
  return { frames: [anomalyTable(rows)], notices: [...all, ...instead] };
}

function noSeries(metered: boolean): QueryResultMetaNotice {
  return info(
    metered
      ? t('anomalies.needs-metrics', 'Time series need "With metrics", so a table is shown.')
      : t('anomalies.no-datapoints', 'These anomalies have no data points.')
  );
}

/** An anomaly from an operation. `group` only applies to unread ones. */
interface FoundAnomaly {
  anomaly: Anomaly;
  group: keyof AnomalyGroups | null;
}

interface AnomalyRow extends FoundAnomaly {
  metric: AnomalyMetric | null;
}

/** Rows of anomalies, and their columns. */
interface AnomalyRows {
  rows: AnomalyRow[];
  columns: Array<Column<AnomalyRow>>;
  notices: QueryResultMetaNotice[];
}

/**
 * The rows that pass the filters: one for each update of an alert. Otherwise, one per metric, or a single row without
 * metrics.
 */
function anomalyRows(
  found: readonly FoundAnomaly[],
  scope: AnomalyScope,
  place: LinkPlace,
  filters: readonly RowFilter[]
): AnomalyRows {
  const all = found.flatMap((one): AnomalyRow[] => {
    const { metrics } = one.anomaly;
    return scope !== 'alert' && metrics.length > 0
      ? metrics.map((metric) => ({ ...one, metric }))
      : [{ ...one, metric: null }];
  });
  const columns = columnsOf(all, scope, place);
  return { columns, ...filterRows(all, columns, filters) };
}

function anomalyTable({ rows, columns }: AnomalyRows): DataFrame {
  return tableFrame(t('label.anomalies', 'Anomalies'), rows, columns);
}

/** What happened first, identifiers last. The updates of an alert have no metrics. */
function columnsOf(rows: readonly AnomalyRow[], scope: AnomalyScope, place: LinkPlace): Array<Column<AnomalyRow>> {
  const linked = ({ anomaly, metric }: AnomalyRow): LinkRow => ({
    alert: { id: anomaly.id },
    metric: metric ?? anomaly.metrics.at(0),
    span: spanOf(anomaly, metric),
  });
  const what: Array<Column<AnomalyRow>> = [
    timeColumn('time', ({ anomaly }) => anomaly.time, { width: 160 }),
    coloredColumn('severity', ({ anomaly }) => anomaly.severity, { width: 105 }),
    wordColumn('eventType', EVENT_TYPES, ({ anomaly }) => anomaly.eventType, { width: 85 }),
    wordColumn('group', GROUPS, ({ group }) => group, { width: 90, hidden: scope !== 'unread' }),
  ];
  const figures: Array<Column<AnomalyRow>> = [
    countColumn('nodesAffected', ({ anomaly }) => anomaly.nodesAffected, { width: 125 }),
    countColumn('metricsAffected', ({ anomaly }) => anomaly.metricsAffected, { width: 135 }),
    countColumn('severityNum', ({ anomaly }) => anomaly.severityNum, { hidden: true }),
  ];
  const id = textColumn<AnomalyRow>('id', ({ anomaly }) => anomaly.id || null, {
    width: 120,
    links: alertLinks(place, linked),
  });
  if (scope === 'alert') {
    const update = textColumn<AnomalyRow>('updateId', ({ anomaly }) => anomaly.updateId, { width: 120 });
    return [...what, ...figures, id, update];
  }
  const names = metricColumns<AnomalyRow>(place, rows, ({ metric }) => metric, linked);
  return [
    ...what,
    names.metricName,
    names.nodeName,
    names.systemName,
    coloredColumn('metricSeverity', ({ metric }) => metric?.severity ?? null, { width: 125 }),
    textColumn('aggregation', ({ metric }) => metric?.aggregation ?? null, { width: 110 }),
    textColumn('metricType', ({ metric }) => metric?.metricType ?? null, { width: 100 }),
    timeColumn('started', ({ metric }) => metric?.started ?? null),
    timeColumn('updated', ({ metric }) => metric?.updated ?? null),
    ...figures,
    countColumn('metricSeverityNum', ({ metric }) => metric?.severityNum ?? null, { hidden: true }),
    id,
    names.nodeId,
    names.systemId,
    names.metricId,
  ];
}

/** The time of a metric in its anomaly: from its start to its last update, or to the anomaly's event. */
function spanOf(anomaly: Anomaly, metric: AnomalyMetric | null): Span | null {
  const from = metric?.started ?? metric?.updated ?? anomaly.time;
  return from !== null ? { from, to: Math.max(from, metric?.updated ?? from, anomaly.time ?? from) } : null;
}

/** What identifies a series. */
const NAMES = ['nodeId', 'metricId', 'aggregation', 'nodeName', 'metricName', 'systemName'] as const;

interface MeteredSeries {
  identity: SeriesIdentity;
  data: unknown[];
}

/**
 * The data points of rows in the frames of metric queries, one per node and metric. Data of several anomalies, or of
 * several updates of one, is joined. If a time is repeated, the later value counts.
 */
function meteredFrames(
  { rows }: AnomalyRows,
  refId: string,
  partner: string
): { frames: DataFrame[]; notices: QueryResultMetaNotice[] } {
  const nameOf = ({ identity }: MeteredSeries) => displayName('', identity);
  const { values: series, notices } = bounded(seriesIn(rows), nameOf);
  const names = distinct(series.map((one) => ({ name: nameOf(one), refId })));
  const frames = series.map(({ identity, data }, i) => {
    const { frame } = corridorFrame(judge(decodeDatapoints(data)), {
      refId,
      partner,
      name: names[i],
      identity,
      place: i,
      bands: BANDS,
      outliers: true,
      deviation: false,
    });
    return { ...frame, meta: { ...frame.meta, custom: { aggregation: identity.aggregation || null } } };
  });
  return frames.length > 0 ? { frames, notices } : { frames: [emptyFrame(refId)], notices: [noSeries(false)] };
}

function seriesIn(rows: readonly AnomalyRow[]): MeteredSeries[] {
  const series = new Map<string, MeteredSeries>();
  // Older anomalies first, so that the later value of a repeated time counts.
  const inTime = sortBy(rows, ({ anomaly }) => anomaly.time ?? 0);
  for (const metric of inTime.flatMap((row) => row.metric ?? [])) {
    const key = seriesKey(metric);
    const known = series.get(key) ?? { identity: mapValues(pick(metric, NAMES), (text) => text ?? ''), data: [] };
    if (Array.isArray(metric.data)) {
      known.data = known.data.concat(metric.data);
    }
    series.set(key, known);
  }
  return [...series.values()].filter(({ data }) => data.length > 0);
}
