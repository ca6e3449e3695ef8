import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { type AnomalyScope } from './models';
import { type Anomaly, type AnomalyGroups, type AnomalyMetric } from '../../service/anomalies';
import { filterRows, type RowFilter } from '../../table/filters';
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
import { alertLinks, type LinkRow } from '../../table/links';
import { type LinkPlace } from '../../table/targets';
import { type Span } from '../../ground/spans';
import { EVENT_TYPES, GROUPS } from '../../table/words';
import { seriesKey } from '../../ground/series';
import { decodeDatapoints } from '../../ground/decode';
import { corridorFrame, emptyFrame } from '../../ground/frames';
import { judge } from '../../ground/judge';
import { displayName, distinct, type SeriesIdentity } from '../../ground/frameNames';
import { info, seriesLeftOut } from '../../ground/notices';
import { BANDS, MAX_RESULTS } from '../../ground/query';

/** An anomaly from an operation. `group` only applies to unread ones. */
export interface FoundAnomaly {
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
export function anomalyRows(
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

export function anomalyTable({ rows, columns }: AnomalyRows): DataFrame {
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

interface MeteredSeries {
  identity: SeriesIdentity;
  data: unknown[];
}

/**
 * The data points of rows in the frames of metric queries, one per node and metric. Data of several anomalies, or of
 * several updates of one, is joined. If a time is repeated, the later value counts.
 */
export function meteredFrames(
  { rows }: AnomalyRows,
  refId: string,
  partner: string
): { frames: DataFrame[]; notices: QueryResultMetaNotice[] } {
  const all = seriesIn(rows);
  const series = all.slice(0, MAX_RESULTS);
  const names = distinct(series.map(({ identity }) => ({ name: displayName('', identity), refId })));
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
  if (frames.length === 0) {
    return {
      frames: [emptyFrame(refId)],
      notices: [info(t('anomalies.no-datapoints', 'These anomalies have no data points.'))],
    };
  }
  return {
    frames,
    notices:
      all.length > series.length
        ? [seriesLeftOut(all.slice(series.length).map(({ identity }) => displayName('', identity)))]
        : [],
  };
}

function seriesIn(rows: readonly AnomalyRow[]): MeteredSeries[] {
  const series = new Map<string, MeteredSeries>();
  // Older anomalies first, so that the later value of a repeated time counts.
  const inTime = sortBy(rows, ({ anomaly }) => anomaly.time ?? 0);
  for (const metric of inTime.flatMap((row) => row.metric ?? [])) {
    const key = seriesKey(metric);
    const known = series.get(key) ?? { identity: identityOf(metric), data: [] };
    if (Array.isArray(metric.data)) {
      known.data = known.data.concat(metric.data);
    }
    series.set(key, known);
  }
  return [...series.values()].filter(({ data }) => data.length > 0);
}

function identityOf(metric: AnomalyMetric): SeriesIdentity {
  return {
    nodeId: metric.nodeId ?? '',
    metricId: metric.metricId ?? '',
    aggregation: metric.aggregation ?? '',
    nodeName: metric.nodeName ?? '',
    metricName: metric.metricName ?? '',
    systemName: metric.systemName ?? '',
  };
}
