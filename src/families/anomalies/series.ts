import { seriesKey } from '../../ground/series';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { decodeDatapoints } from '../../ground/decode';
import { corridorFrame, emptyFrame } from '../../ground/frames';
import { judge } from '../../ground/judge';
import { displayName, type SeriesIdentity, distinct } from '../../ground/frameNames';
import { info, seriesLeftOut } from '../../ground/notices';
import { BANDS, MAX_RESULTS } from '../../ground/query';
import { type Anomaly, type AnomalyMetric } from '../../service/anomalies';

interface MeteredSeries {
  identity: SeriesIdentity;
  data: unknown[];
}

/**
 * The anomalies' data points in the frames of metric queries, one per node and metric. Data of several anomalies, or of
 * several updates of one, is joined. If a time is repeated, the later value counts.
 */
export function meteredFrames(
  anomalies: readonly Anomaly[],
  refId: string,
  partner: string
): { frames: DataFrame[]; notices: QueryResultMetaNotice[] } {
  const all = seriesIn(anomalies);
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

function seriesIn(anomalies: readonly Anomaly[]): MeteredSeries[] {
  const series = new Map<string, MeteredSeries>();
  // Older anomalies first, so that the later value of a repeated time counts.
  const inTime = [...anomalies].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  for (const metric of inTime.flatMap(({ metrics }) => metrics)) {
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
