import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { judged } from '../entries/judgedPoints';
import { unreadText } from '../notices/listNotices';
import { warn } from '../notices/notices';
import { type Trend } from '../judging/judgeMetric';
import { type Alert, type AlertMetric } from '../service/alerts';
import { TURNS_PER_RANK } from '../service/client';
import { HOUR } from '../settings';
import { type Store } from '../store/store';

/** The trends of incidents' first metrics, by the IDs of their first alerts. Null if unknown. */
export type Trends = ReadonlyMap<string, Trend | null>;

interface TrendsRead {
  trends: Trends;
  notices: QueryResultMetaNotice[];
}

/** An active alert or incident, and the metric with which it began. */
interface Moving {
  alert: Pick<Alert, 'id' | 'active'>;
  firstMetric: AlertMetric | null;
}

/** The trends of the first metrics of active incidents. Null while more can arrive. */
export function trendsOf(reader: Reader, rows: readonly Moving[], now: number, store: Store): TrendsRead | null {
  const moving = rows.flatMap(({ alert, firstMetric }) => {
    const { nodeId, metricId } = firstMetric ?? {};
    return alert.active && nodeId && metricId ? [{ id: alert.id, nodeId, metricId }] : [];
  });
  const each = eachKnown(reader, moving, ({ nodeId, metricId }) => {
    const request = { nodeId, metricId, aggregation: '', late: TURNS_PER_RANK };
    return judged(request, { from: now - HOUR, to: now }, now, store);
  });
  return (
    each && {
      trends: new Map(each.read.map(({ value, result }) => [value.id, result.judgment.trend])),
      notices: missingTrends([
        ...each.failures,
        ...each.read.flatMap(({ result }) => result.missing[0]?.failure ?? []),
      ]),
    }
  );
}

/** The notice about missing trends, with the first reason. */
function missingTrends([reason]: readonly unknown[]): QueryResultMetaNotice[] {
  return reason === undefined ? [] : [warn(unreadText(t('column.trend', 'Trend'), reason))];
}
