import { compact, partition, pickBy, range as numbersIn, sortBy, sortedIndexBy, sumBy, uniq, uniqBy } from 'lodash';
import { type Alert, type AlertCounts, type CountsBucket } from '../../service/alerts';
import { DAY, HOUR, MINUTE } from '../../ground/settings';
import { rangeOf, type Span } from '../../ground/spans';
import {
  type DataFrame,
  DataFrameType,
  type Field,
  type FieldConfig,
  FieldType,
  type Labels,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { IMPACTS } from '../../facts/order';
import { info } from '../../ground/notices';
import { RAW } from '../../ground/texts';
import { barConfig, colorOf } from '../../table/colors';
import { type Each, eachKnown } from '../../facts/eachKnown';
import { type Entry } from '../../facts/follow';
import { Inputs } from '../../ground/inputs';
import { isApplied } from '../../ground/filtering';
import { ALERT_COUNTS, type AlertCountsQuery } from './models';
import { runKnown } from '../../present/reader';
import { type Context } from '../../table/runner';
import { invalidText } from '../../ground/labels';
import { exploreAlertCounts } from '../../service/alertOperations';
import { ServiceFailure } from '../../ground/failure';
import { dateTime } from '../../service/operations';
import { type RowFilter, storedFilters, unusedFilters, wantedValues } from '../../table/filters';
import { idsFor, type Searches, searchesOf } from '../../table/searches';

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

const MILDEST_FIRST = [...IMPACTS].reverse();

/**
 * Counts of active alerts per bucket: the impacts as stacked bars in their colors, all active alerts as a line on top.
 *
 * @param width of a bucket, in milliseconds
 * @param name of this node and metric among several; empty for the only one
 */
export function countsFrame(
  buckets: readonly CountsBucket[],
  width: number,
  name = '',
  labels: Labels = {}
): DataFrame {
  const field = (key: string, values: Array<number | null>, config: FieldConfig): Field => ({
    name: key,
    type: FieldType.number,
    labels,
    config: { ...config, displayNameFromDS: name ? `${key} · ${name}` : key, decimals: 0, unit: 'short', min: 0 },
    values,
  });
  const of = (key: 'active' | (typeof IMPACTS)[number]) => buckets.map((bucket) => bucket[key]);
  const unknown = buckets.map(unknownImpacts);
  return {
    name: name || undefined,
    length: buckets.length,
    fields: [
      { name: 'time', type: FieldType.time, config: { interval: width }, values: buckets.map(({ start }) => start) },
      field('active', of('active'), ACTIVE),
      ...MILDEST_FIRST.map((impact) => field(impact, of(impact), barConfig(colorOf(impact)))),
      ...(unknown.some(Boolean) ? [field(UNKNOWN, unknown, barConfig(colorOf(null)))] : []),
    ],
    meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
  };
}

/** The column of alerts with an unknown impact. */
const UNKNOWN = 'unknown';

/** Active alerts with an unknown impact. Null if the number of active alerts is unknown. */
function unknownImpacts(bucket: CountsBucket): number | null {
  return bucket.active === null ? null : Math.max(0, bucket.active - sumBy(IMPACTS, (impact) => bucket[impact] ?? 0));
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

/**
 * The number of active alerts by impact, in one row. Zeros are data: they show that the service responded. Alerts with an
 * unknown impact have their own column and a notice, if there are any.
 *
 * @param isRun whether the query was run; otherwise, there is no row
 */
export function impactCounts(
  alerts: readonly Alert[],
  isRun: boolean
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const active = alerts.filter((alert) => alert.active !== false);
  const of = (impact: string) => active.filter((alert) => alert.impact === impact).length;
  const others = active.filter(({ impact }) => !IMPACTS.some((known) => known === impact));
  return {
    frame: {
      name: t('type.alert-counts', 'Alert counts'),
      length: isRun ? 1 : 0,
      fields: [
        countField('active', active.length, 'text'),
        ...MILDEST_FIRST.map((impact) => countField(impact, of(impact), colorOf(impact))),
        ...(others.length > 0 ? [countField(UNKNOWN, others.length, colorOf(null))] : []),
      ].map((field) => (isRun ? field : { ...field, values: [] })),
      meta: { type: DataFrameType.NumericWide, typeVersion: [0, 1] },
    },
    notices: others.length > 0 ? [otherImpacts(others)] : [],
  };
}

function countField(name: string, count: number, color: string): Field {
  const config = { color: { mode: 'fixed', fixedColor: color }, decimals: 0, min: 0 };
  return { name, type: FieldType.number, config, values: [count] };
}

function otherImpacts(alerts: readonly Alert[]): QueryResultMetaNotice {
  const impacts = uniq(alerts.map(({ impact }) => impact ?? t('option.none', 'none')));
  return info(
    t('alerts.counts-others', '{{count}} alerts have another impact ({{impacts}}).', {
      count: alerts.length,
      defaultValue_one: '1 alert has another impact ({{impacts}}).',
      impacts: impacts.slice(0, 5).join(', '),
      ...RAW,
    })
  );
}

/** Bucket widths of the interface, finest first, in milliseconds. */
export const BUCKETS = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
export type Bucket = keyof typeof BUCKETS;
const FINEST_FIRST = Object.keys(BUCKETS) as Bucket[];

const MOST_BUCKETS = 500;

export function isBucket(text: string): text is Bucket {
  return Object.hasOwn(BUCKETS, text);
}

/**
 * The finest bucket with at most 500 in the range, or `maxDataPoints` if that is less. Otherwise the coarsest.
 *
 * @param maxDataPoints 0 for a panel whose width is unknown
 */
export function autoBucket(span: number, maxDataPoints = 0): Bucket {
  const most = maxDataPoints >= 1 ? Math.min(MOST_BUCKETS, maxDataPoints) : MOST_BUCKETS;
  return FINEST_FIRST.find((bucket) => span / BUCKETS[bucket] <= most) ?? '1d';
}

/** The maximum number of added buckets: years in the finest ones would freeze the page. */
const MOST_FILLED = 20_000;

/**
 * The buckets of the range. Missing buckets are zeros. They begin where the answer's last bucket does, because the service
 * may cut the first one at the start of the range. Without any, they begin at multiples of the width. Buckets outside the
 * range are unchanged. If there are too many, nothing is added.
 *
 * @param requested the width, in milliseconds; the answer's own width has priority
 * @param range epoch milliseconds
 */
export function fillBuckets(
  { bucket, buckets, lost = 0 }: AlertCounts,
  requested: number,
  range: Span
): CountsBucket[] {
  const width = bucket !== null && isBucket(bucket) ? BUCKETS[bucket] : requested;
  const received = uniqBy(sortBy(buckets, 'start'), 'start');
  if ((range.to - range.from) / width > MOST_FILLED) {
    return received;
  }
  // The first bucket contains the range's start. None begins at its end.
  const offset = (received.findLast(({ start }) => start < range.to)?.start ?? 0) % width;
  const first = Math.floor((range.from - offset) / width) * width + offset;
  // A bucket without a start in the body may be any of these.
  const count = lost > 0 ? null : 0;
  const none = { active: count, low: count, medium: count, high: count, severe: count };
  const isMissing = (start: number) => {
    const next = sortedIndexBy<Pick<CountsBucket, 'start'>>(received, { start }, 'start');
    return (
      (received.at(next)?.start ?? Infinity) >= start + width &&
      (next === 0 || endOf(received[next - 1], width) <= start)
    );
  };
  const empty = numbersIn(first, range.to, width).filter(isMissing);
  return sortBy([...received, ...empty.map((start) => ({ start, end: start + width, ...none }))], 'start');
}

/** A service may return longer buckets than requested, without saying so otherwise. */
function endOf({ start, end }: CountsBucket, width: number): number {
  return end ?? start + width;
}
