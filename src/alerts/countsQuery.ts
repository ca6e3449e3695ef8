import { t } from '@grafana/i18n';
import { compact, partition, pickBy, uniq } from 'lodash';
import { map, type Observable, switchMap } from 'rxjs';
import { type Answer, readEach, runEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { isApplied } from '../query/filtering';
import { ALERT_COUNTS, type AlertCountsQuery } from './models';
import { type Context, type Request } from '../answer/runner';
import { invalidText } from '../answer/times';
import { exploreAlertCounts } from '../service/alertOperations';
import { ServiceFailure } from '../service/failure';
import { dateTime } from '../service/operations';
import { type RowFilter, storedFilters, unusedFilters, wantedValues } from '../tables/filters';
import { autoBucket, type Bucket, BUCKETS, fillBuckets, isBucket } from './buckets';
import { countsFrame } from './countsFrame';
import { readMetricIds, searchesOf } from '../tables/searches';
import { rangeOf } from '../time/spans';

/** The counts of active alerts per bucket, a frame for each node and metric (interface: GET alerts/explore/timeseries). */
export const runAlertCounts = runEach((query: AlertCountsQuery, request, context) =>
  readMetricIds(query, request, context).pipe(switchMap((ids) => answerCounts(query, request, context, ids)))
);

function answerCounts(
  query: AlertCountsQuery,
  request: Request,
  context: Context,
  metricIds: ReadonlySet<string>
): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  const bucket = bucketOf(inputs.one(query.bucket), range.to - range.from, request.maxDataPoints);
  const width = BUCKETS[bucket];
  const table = ALERT_COUNTS.filtering?.(query);
  const [others, uncounted] = partition(storedFilters(query), (one) => isApplied(one, table) && !isOneOfTexts(one));
  const { combinations, rest, notices } = searchesOf(query, inputs, others, metricIds);
  const unused = unusedFilters([...rest, ...uncounted]);
  const nodes = inputs.texts(query.nodeId);
  const metrics = inputs.texts(query.metricId);
  return readEach(combinations, ({ q, nodeId, metricId }) =>
    exploreAlertCounts(context.operations, {
      from: dateTime(range.from),
      to: dateTime(range.to),
      bucket,
      q,
      nodeId,
      statTypeId: metricId,
    }).pipe(
      // An empty list is no counts, not zeros.
      map((counts) => (counts.buckets.length === 0 && !counts.lost ? [] : fillBuckets(counts, width, range)))
    )
  ).pipe(
    map(({ read, failed }) => ({
      frames:
        combinations.length === 0
          ? [countsFrame([], width)]
          : read.map(({ value: { nodeId, metricId }, result }) => {
              const shown = compact([metrics.get(metricId) ?? metricId, nodes.get(nodeId) ?? nodeId]);
              const labels = pickBy({ node_id: nodeId, metric_id: metricId });
              return countsFrame(result, width, combinations.length > 1 ? shown.join(' · ') : '', labels);
            }),
      notices: [...notices, ...unused],
      failures: failed.map(({ failure }) => failure),
    }))
  );
}

/** The counts of several texts can't be joined: an alert may match more than one. */
function isOneOfTexts(filter: RowFilter): boolean {
  return filter.key === 'text' && uniq(wantedValues(filter)).length > 1;
}

/** @throws ServiceFailure (`input`) where the text is no bucket of the interface */
function bucketOf(text: string, span: number, maxDataPoints?: number): Bucket {
  if (text === '' || text === 'auto') {
    return autoBucket(span, maxDataPoints);
  }
  if (!isBucket(text)) {
    throw new ServiceFailure(
      'input',
      invalidText(t('alerts.counts-editor.bucket', 'Bucket'), text, 'auto, 15m, 1h, 4h, 1d')
    );
  }
  return text;
}
