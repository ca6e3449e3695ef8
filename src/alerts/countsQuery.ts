import { compact, partition, pickBy, uniq } from 'lodash';
import { type Each, eachKnown } from '../known/eachKnown';
import { type Entry } from '../known/follow';
import { Inputs } from '../inputs/inputs';
import { isApplied } from '../query/filtering';
import { ALERT_COUNTS, type AlertCountsQuery } from './models';
import { runKnown } from '../answer/reader';
import { type Context } from '../answer/runner';
import { invalidText } from '../inputs/labels';
import { exploreAlertCounts } from '../service/alertOperations';
import { type AlertCounts } from '../service/alerts';
import { ServiceFailure } from '../service/failure';
import { dateTime } from '../service/operations';
import { type RowFilter, storedFilters, unusedFilters, wantedValues } from '../filters/filters';
import { autoBucket, type Bucket, BUCKETS, fillBuckets, isBucket } from './buckets';
import { countsFrame } from './countsFrame';
import { idsFor, type Searches, searchesOf } from '../filters/searches';
import { rangeOf, type Span } from '../time/spans';

/** The counts of active alerts per bucket, a frame for each node and metric (interface: GET alerts/explore/timeseries). */
export const runAlertCounts = runKnown((query: AlertCountsQuery, request, context) => {
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  // The number of alerts after now is unknown, not zero.
  const past = { from: range.from, to: Math.min(range.to, context.now()) };
  const bucket = bucketOf(inputs.one(query.bucket, 'bucket'), range.to - range.from, request.maxDataPoints);
  const table = ALERT_COUNTS.filtering?.(query);
  const [others, uncounted] = partition(storedFilters(query), (one) => isApplied(one, table) && !isOneOfTexts(one));
  const nodes = inputs.texts(query.nodeId);
  const metrics = inputs.texts(query.metricId);
  const framesOf = (counted: Counted['read'], isOnly: boolean) =>
    counted.map(({ value: { nodeId, metricId }, result }) => {
      const shown = compact([metrics.get(metricId) ?? metricId, nodes.get(nodeId) ?? nodeId]);
      const labels = pickBy({ node_id: nodeId, metric_id: metricId });
      // An empty list means no counts, not zeros.
      const buckets = result.buckets.length === 0 && !result.lost ? [] : fillBuckets(result, BUCKETS[bucket], past);
      return countsFrame(buckets, BUCKETS[bucket], isOnly ? '' : shown.join(' · '), labels);
    });
  const idsOf = idsFor(query, request, context);
  return (reader) => {
    const isId = idsOf(reader);
    if (!isId) {
      return null;
    }
    const { combinations, rest, notices } = searchesOf(query, inputs, others, isId);
    const counts = eachKnown(reader, combinations, (one) => countsOf(one, bucket, range, context));
    return (
      counts &&
      (() => ({
        frames:
          combinations.length === 0
            ? [countsFrame([], BUCKETS[bucket])]
            : framesOf(counts.read, combinations.length === 1),
        notices: [...notices, ...unusedFilters([...rest, ...uncounted])],
        failures: counts.failures,
      }))
    );
  };
});

type Search = Searches['combinations'][number];
type Counted = Each<Search, AlertCounts>;

function countsOf(search: Search, bucket: Bucket, { from, to }: Span, { operations }: Context): Entry<AlertCounts> {
  const { q, nodeId, metricId } = search;
  const wanted = { from: dateTime(from), to: dateTime(to), bucket, q, nodeId, statTypeId: metricId };
  return { key: `counts ${JSON.stringify(wanted)}`, start: () => exploreAlertCounts(operations, wanted) };
}

/** Counts for several texts can't be combined: an alert may match more than one. */
function isOneOfTexts(filter: RowFilter): boolean {
  return filter.key === 'text' && uniq(wantedValues(filter)).length > 1;
}

/** @throws ServiceFailure (`input`) if the text is not a bucket of the interface */
function bucketOf(text: string, span: number, maxDataPoints?: number): Bucket {
  if (text === '' || text === 'auto') {
    return autoBucket(span, maxDataPoints);
  }
  if (!isBucket(text)) {
    throw new ServiceFailure('input', invalidText('bucket', text, 'auto, 15m, 1h, 4h, 1d'));
  }
  return text;
}
