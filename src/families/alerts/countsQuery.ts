import { compact, partition, pickBy, sortBy, sumBy, uniq, uniqBy } from 'lodash';
import { type Alert, type AlertCounts, type CountsBucket, exploreAlertCounts } from '../../service/alerts';
import { type Span, DAY, HOUR, MINUTE } from '../../ground/spans';
import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType, type Labels } from '@grafana/data';
import { t } from '@grafana/i18n';
import { IMPACTS } from '../../ground/query';
import { untimedRows } from '../../judging/readingNotices';
import { barConfig, colorOf, NEUTRAL } from '../../table/colors';
import { type Each, eachKnown, type Entry } from '../../facts/reader';
import { Inputs } from '../../ground/inputs';
import { isApplied } from '../../ground/filtering';
import { ALERT_COUNTS, type AlertCountsQuery } from './models';
import { runKnown } from '../../present/reader';
import { type Context } from '../../table/runner';
import { dateTime } from '../../service/operations';
import { type RowFilter, storedFilters, unusedFilters, wantedValues } from '../../table/filters';
import { idsFor, type Searches, searchesOf } from '../../table/searches';

/** The counts of active alerts per bucket, a frame for each node and metric (interface: GET alerts/explore/timeseries). */
export const runAlertCounts = runKnown((query: AlertCountsQuery, scope) => {
  const { request, context, range } = scope;
  const inputs = new Inputs(request, context, ALERT_COUNTS);
  const word = inputs.wordOf(query.bucket, 'bucket');
  const isAuto = word === '' || word === 'auto';
  const bucket = isAuto ? autoBucket(range.to - range.from, request.maxDataPoints) : word;
  const table = ALERT_COUNTS.filtering?.(query);
  const [others, uncounted] = partition(storedFilters(query), (one) => isApplied(one, table) && !isOneOfTexts(one));
  const nodes = inputs.texts(query.nodeId);
  const metrics = inputs.texts(query.metricId);
  const framesOf = (counted: Counted['read'], isOnly: boolean) =>
    counted.map(({ value: { nodeId, metricId }, result }) => {
      const shown = compact([metrics.get(metricId) ?? metricId, nodes.get(nodeId) ?? nodeId]);
      const labels = pickBy({ node_id: nodeId, metric_id: metricId });
      return countsFrame(result.buckets, BUCKETS[bucket], isOnly ? '' : shown.join(' · '), labels);
    });
  const idsOf = idsFor(query, scope);
  return (reader) => {
    const isId = idsOf(reader);
    if (!isId) {
      return null;
    }
    const { combinations, rest, notices } = searchesOf(query, inputs, others, isId);
    const counts = eachKnown(combinations, (one) => reader.read(countsOf(one, bucket, range, context)));
    return (
      counts &&
      (() => ({
        frames:
          combinations.length === 0
            ? [countsFrame([], BUCKETS[bucket])]
            : framesOf(counts.read, combinations.length === 1),
        notices: [
          ...notices,
          ...unusedFilters([...rest, ...uncounted]),
          ...untimedRows(sumBy(counts.read, ({ result }) => result.lost)),
        ],
        failures: counts.failures,
      }))
    );
  };
});

runAlertCounts.withoutRows = () => countsFrame([], HOUR);

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

const MILDEST_FIRST = [...IMPACTS].reverse();

/**
 * Counts of active alerts per bucket: the impacts as stacked bars in their colors, all active alerts as a line on top.
 *
 * @param width of a bucket, in milliseconds
 * @param name of this node and metric among several; empty for the only one
 */
function countsFrame(all: readonly CountsBucket[], width: number, name = '', labels: Labels = {}): DataFrame {
  const buckets = uniqBy(sortBy(all, 'start'), 'start');
  const field = (key: string, values: Array<number | null>, config: FieldConfig): Field => ({
    name: key,
    type: FieldType.number,
    labels,
    config: { ...config, displayNameFromDS: name ? `${key} · ${name}` : key, decimals: 0, unit: 'short', min: 0 },
    values,
  });
  const of = (key: 'active' | (typeof IMPACTS)[number]) => buckets.map((bucket) => bucket[key]);
  return {
    name: name || undefined,
    length: buckets.length,
    fields: [
      { name: 'time', type: FieldType.time, config: { interval: width }, values: buckets.map(({ start }) => start) },
      field('active', of('active'), ACTIVE),
      ...MILDEST_FIRST.map((impact) => field(impact, of(impact), barConfig(colorOf(impact)))),
    ],
    meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
  };
}

const ACTIVE: FieldConfig = {
  color: { mode: 'fixed', fixedColor: NEUTRAL },
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
 * The number of active alerts by impact, in one row. Zeros are data: they show that the service responded.
 *
 * @param alerts null if the query was not run: then, there is no row
 */
export function impactCounts(alerts: readonly Alert[] | null): DataFrame {
  const active = alerts?.filter((alert) => alert.active !== false) ?? [];
  const field = (name: string, count: number, color = colorOf(name)): Field => ({
    name,
    type: FieldType.number,
    config: { color: { mode: 'fixed', fixedColor: color }, decimals: 0, min: 0 },
    values: alerts ? [count] : [],
  });
  const ofImpact = (wanted: string) => active.filter(({ impact }) => impact === wanted).length;
  return {
    name: t('type.alert-counts', 'Alert counts'),
    length: alerts ? 1 : 0,
    fields: [field('active', active.length, 'text'), ...MILDEST_FIRST.map((impact) => field(impact, ofImpact(impact)))],
    meta: { type: DataFrameType.NumericWide, typeVersion: [0, 1] },
  };
}

/** Bucket widths of the interface, finest first, in milliseconds. */
const BUCKETS = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
type Bucket = keyof typeof BUCKETS;
const FINEST_FIRST = Object.keys(BUCKETS) as Bucket[];

const MOST_BUCKETS = 500;

/**
 * The finest bucket with at most 500 in the range, or `maxDataPoints` if that is less. Otherwise the coarsest.
 *
 * @param maxDataPoints 0 for a panel whose width is unknown
 */
function autoBucket(span: number, maxDataPoints = 0): Bucket {
  const most = maxDataPoints >= 1 ? Math.min(MOST_BUCKETS, maxDataPoints) : MOST_BUCKETS;
  return FINEST_FIRST.find((bucket) => span / BUCKETS[bucket] <= most) ?? '1d';
}
