import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { eachKnown, type Reader } from '../../facts/reader';
import { judged, type JudgedPoints } from '../../judging/judgedPoints';
import { unreadText } from '../../judging/listNotices';
import { warn } from '../../ground/notices';
import { JUDGED_BY } from '../../judging/judgeMetric';
import { type Store } from '../../facts/store';
import { type IncidentRow } from './incidentRows';

/** The first metrics of active incidents, by the IDs of their most severe alerts. */
export type IncidentMetrics = ReadonlyMap<string, JudgedPoints>;

/** Reads them, one request each. Null while more can arrive. @param now the moment of the answer */
export function readIncidentMetrics(
  reader: Reader,
  rows: readonly IncidentRow[],
  now: number,
  store: Store
): { metrics: IncidentMetrics; notices: QueryResultMetaNotice[] } | null {
  const active = rows.flatMap(({ alert, lead: { id }, firstMetric }) => {
    const { nodeId, metricId } = firstMetric ?? {};
    return alert.active && nodeId && metricId ? [{ id, nodeId, metricId }] : [];
  });
  const each = eachKnown(active, ({ nodeId, metricId }) => {
    const request = { nodeId, metricId, aggregation: '', rank: 1 as const };
    return reader.read(judged(request, { from: now - JUDGED_BY, to: now }, now, store));
  });
  if (!each) {
    return null;
  }
  const missing = each.read.flatMap(({ result }) => result.missing[0]?.failure ?? []);
  const reason: unknown = [...each.failures, ...missing].at(0);
  return {
    metrics: new Map(each.read.map(({ value, result }) => [value.id, result])),
    notices: reason === undefined ? [] : [warn(unreadText(t('column.distance', 'Distance'), reason))],
  };
}
