import { t } from '@grafana/i18n';
import { compact, partition, pickBy } from 'lodash';
import { map, type Observable } from 'rxjs';
import { type Answer, readEach, runEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { type AlertCountsQuery } from './models';
import { type Context, type Request } from '../answer/runner';
import { invalidText } from '../answer/times';
import { exploreAlertCounts } from '../service/alertOperations';
import { ServiceFailure } from '../service/failure';
import { dateTime } from '../service/operations';
import { storedFilters, unusedFilter } from '../tables/filters';
import { autoBucket, type Bucket, BUCKETS, fillBuckets, isBucket } from './buckets';
import { countsFrame } from './countsFrame';
import { searchesOf } from '../tables/searches';
import { rangeOf } from '../time/spans';

/** The counts of active alerts per bucket, a frame for each node and metric (interface: GET alerts/explore/timeseries). */
export const runAlertCounts = runEach(answerCounts);

function answerCounts(query: AlertCountsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  const bucket = bucketOf(inputs.one(query.bucket), range.to - range.from, request.maxDataPoints);
  const width = BUCKETS[bucket];
  const [onImpact, others] = partition(storedFilters(query), ({ key }) => key === 'impact');
  const { combinations, rest, notices } = searchesOf(query, inputs, others);
  const unused = [...rest, ...onImpact];
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
      // An empty list is no counts, not zeros (E1).
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
      notices: [...notices, ...unused.map(unusedFilter)],
      failures: failed.map(({ failure }) => failure),
    }))
  );
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
