import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { forkJoin, map, type Observable, of } from 'rxjs';
import { readOrMiss } from '../alertbook/active';
import { readJudged } from '../answer/judgedPoints';
import { unreadText } from '../answer/listNotices';
import { warn } from '../answer/notices';
import { type Trend } from '../judging/trend';
import { type Alert, type AlertMetric } from '../service/alerts';
import { TURNS_PER_RANK } from '../service/client';
import { type ServiceFailure } from '../service/failure';
import { HOUR } from '../settings';
import { type Store } from '../store/store';

/** How the first metric of an incident moves; null if that is not known. */
export interface TrendRead {
  trend: Trend | null;
  failure?: ServiceFailure;
}

/** An active alert or incident, and the metric with which it began. */
interface Moving {
  alert: Pick<Alert, 'id' | 'active'>;
  firstMetric: AlertMetric | null;
}

/** How the first metrics of incidents move that are active, by the IDs of their first alerts. It never fails. */
export function readTrends(
  rows: readonly Moving[],
  now: number,
  store: Store
): Observable<ReadonlyMap<string, TrendRead>> {
  const reads = rows.flatMap(({ alert, firstMetric }) => {
    const { nodeId, metricId } = firstMetric ?? {};
    if (!alert.active || !nodeId || !metricId) {
      return [];
    }
    const request = { nodeId, metricId, aggregation: '', requests: 1, late: TURNS_PER_RANK };
    return [
      readOrMiss(readJudged(request, { from: now - HOUR, to: now }, now, store)).pipe(
        map(({ read, failure }) => {
          const trend = read?.judgment.trend ?? null;
          return [alert.id, { trend, failure: failure ?? read?.snapshot.missing[0]?.failure }] as const;
        })
      ),
    ];
  });
  return (reads.length > 0 ? forkJoin(reads) : of([])).pipe(map((all) => new Map(all)));
}

/** That trends are missing; the first reason is shown. */
export function trendNotices(trends: ReadonlyMap<string, TrendRead>): QueryResultMetaNotice[] {
  const reason = [...trends.values()].find(({ failure }) => failure)?.failure;
  return reason === undefined ? [] : [warn(unreadText(t('column.trend', 'Trend'), reason))];
}
