import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType, type Labels } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, partition, pickBy, range as numbersIn, sortBy, uniqBy } from 'lodash';
import { map, type Observable } from 'rxjs';
import { IMPACTS } from '../alertbook/order';
import { type Answer, readEach, runEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { type Context, type Request } from '../answer/runner';
import { invalidText } from '../answer/times';
import { exploreAlertCounts } from '../service/alertOperations';
import { type AlertCounts, type CountsBucket } from '../service/alerts';
import { ServiceFailure } from '../service/failure';
import { dateTime } from '../service/operations';
import { DAY, HOUR, MINUTE } from '../settings';
import { IMPACT_COLORS } from '../tables/colors';
import { storedFilters, unusedFilter } from '../tables/filters';
import { searchesOf } from '../tables/searches';
import { rangeOf, type Span } from '../time/spans';
import { type AlertCountsQuery } from './models';

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

/** Bucket widths of the interface, finest first, in milliseconds. */
export const BUCKETS = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
type Bucket = keyof typeof BUCKETS;
const FINEST_FIRST = Object.keys(BUCKETS) as Bucket[];

const MOST_BUCKETS = 500;

function isBucket(text: string): text is Bucket {
  return Object.hasOwn(BUCKETS, text);
}

/** The finest bucket that gives at most 500 of them, or `maxDataPoints` where that is less; else the coarsest. */
export function autoBucket(span: number, maxDataPoints = MOST_BUCKETS): Bucket {
  const most = Math.max(1, Math.min(MOST_BUCKETS, maxDataPoints));
  return FINEST_FIRST.find((bucket) => span / BUCKETS[bucket] <= most) ?? '1d';
}

/** As many buckets are filled in at most: a range of years in the finest ones would freeze the page. */
const MOST_FILLED = 20_000;

/**
 * The buckets over the range, those that the answer leaves out with zeros. The grid is the answer's, since where
 * buckets begin is the service's choice; without any it is on multiples of the width. Buckets outside the range stay
 * as they came. If there are too many to fill in, all do.
 *
 * @param asked the width that was requested, in milliseconds; the answer's own counts if it names one
 * @param range epoch milliseconds
 */
export function fillBuckets({ bucket, buckets, lost = 0 }: AlertCounts, asked: number, range: Span): CountsBucket[] {
  const width = bucket !== null && isBucket(bucket) ? BUCKETS[bucket] : asked;
  const came = sortBy(buckets, 'start');
  if ((range.to - range.from) / width > MOST_FILLED) {
    return came;
  }
  // The first bucket is the one that holds the range's start; none begins at its end.
  const offset = (came[0]?.start ?? 0) % width;
  const first = Math.floor((range.from - offset) / width) * width + offset;
  // A bucket that a body leaves without a start may be any of these.
  const count = lost > 0 ? null : 0;
  const none = { active: count, low: count, medium: count, high: count, severe: count };
  const empty = numbersIn(first, range.to, width).map((start) => ({ start, end: start + width, ...none }));
  return sortBy(uniqBy([...came, ...empty], 'start'), 'start');
}

/**
 * Counts of active alerts per bucket (contract: Frames, `alertCounts`): the impacts as stacked bars in their colors, all
 * active alerts as a line along their top.
 *
 * @param width of a bucket, in milliseconds
 * @param name of one among several; empty for the only one
 */
function countsFrame(buckets: readonly CountsBucket[], width: number, name = '', labels: Labels = {}): DataFrame {
  const field = (key: 'active' | (typeof IMPACTS)[number], config: FieldConfig): Field => ({
    name: key,
    type: FieldType.number,
    labels,
    config: { ...config, displayNameFromDS: name ? `${key} · ${name}` : key, decimals: 0, unit: 'short', min: 0 },
    values: buckets.map((bucket) => bucket[key]),
  });
  return {
    name: name || undefined,
    length: buckets.length,
    fields: [
      { name: 'time', type: FieldType.time, config: { interval: width }, values: buckets.map(({ start }) => start) },
      field('active', ACTIVE),
      ...[...IMPACTS].reverse().map((impact) => field(impact, barConfig(IMPACT_COLORS[impact]))),
    ],
    meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
  };
}

const ACTIVE: FieldConfig = {
  color: { mode: 'fixed', fixedColor: '#8e8e8e' },
  custom: {
    drawStyle: 'line',
    lineInterpolation: 'stepAfter',
    lineWidth: 1,
    fillOpacity: 0,
    showPoints: 'never',
    stacking: { mode: 'none', group: 'B' },
  },
};

/** Bars that stand on the time from a bucket's start on. */
function barConfig(color: string): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: color },
    custom: {
      drawStyle: 'bars',
      barAlignment: 1,
      barWidthFactor: 0.9,
      lineWidth: 0,
      fillOpacity: 80,
      showPoints: 'never',
      stacking: { mode: 'normal', group: 'A' },
    },
  };
}
