import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniqBy } from 'lodash';
import { expand, type WantedSeries } from '../../ground/expand';
import { Inputs } from '../../ground/inputs';
import { info, seriesLeftOut } from '../../ground/notices';
import {
  coarserNotices,
  leftOutSpan,
  missingNotices,
  noCorridors,
  noSeries,
  noSuchPairs,
  spanText,
} from '../../judging/readingNotices';
import { RAW } from '../../ground/texts';
import { runKnown, type Shown } from '../../present/reader';
import { type Context, type Request } from '../../table/runner';
import { isUnanswered } from '../../facts/snapshot';
import { MOST_REQUESTS, type Store } from '../../facts/store';
import { FINEST } from '../../facts/finestData';
import { judged, type JudgedPoints, recentRequests } from '../../judging/judgedPoints';
import { linkPlace, type LinkPlace } from '../../table/links';
import { isPast, rangeOf } from '../../ground/spans';
import { EXPLAIN, type ExplainQuery } from './models';
import { type Newest, type When } from '../../judging/judgeMetric';
import { type Look, scoreColumn, tableFrame, textColumn, timeColumn, metricColumns } from '../../table/frame';
import { resolutionColumn, stateColumn, trendColumn } from '../../table/columns';
import { type Reader } from '../../facts/reader';
import { sentenceOf } from './sentence';

/** A metric, and what its points show. */
interface MetricReading extends JudgedPoints {
  series: WantedSeries;
}

/** The states of metrics, one sentence each. It waits for the whole range, because half of it could be wrong. */
export const runExplain = runKnown((query: ExplainQuery, request, context) => {
  const { timezone } = request;
  const place = linkPlace(request, context);
  const when = { ...rangeOf(request), now: context.now() };
  const { series, product, notices } = wantedOf(query, request, context, mostMetrics(when, context.store));
  const shown = (readings: readonly MetricReading[]): Shown => {
    const { rows, failures, isUnanswered, notices: found } = outcomeOf(readings, product);
    return {
      frames: [explainTable(rows, when, timezone, place)],
      notices: [...notices, ...found, ...rows.flatMap((one) => noticesOf(one, timezone))],
      failures,
      isUnanswered,
    };
  };
  return (reader) => {
    const readings = readMetrics(series, product, when, reader, context.store);
    return readings && (() => shown(readings));
  };
});

runExplain.withoutRows = (_query, request, context) => {
  const when = { ...rangeOf(request), now: context.now() };
  return explainTable([], when, request.timezone, linkPlace(request, context));
};

/** The maximum of metrics whose newest twelve hours can be read, and read separately if the points of the range are coarse. */
function mostMetrics({ to, now }: Omit<When, 'step'>, store: Store): number {
  return Math.max(1, Math.floor(MOST_REQUESTS / (2 * recentRequests(Math.min(to, now), store))));
}

/**
 * The finest points of each metric, whatever the panel's width. If the service fails, a metric has no points.
 *
 * @param mayBeAbsent they are a product of nodes and metrics
 * @returns null until the range of all metrics is read
 */
function readMetrics(
  series: readonly WantedSeries[],
  mayBeAbsent: boolean,
  { from, to, now }: Omit<When, 'step'>,
  reader: Reader,
  store: Store
): MetricReading[] | null {
  const requests = Math.floor(MOST_REQUESTS / series.length);
  const readings = series.flatMap((one): MetricReading[] => {
    const { nodeId, metricId, aggregation } = one.identity;
    const wanted = { nodeId, metricId, aggregation, requests, mayBeAbsent };
    const { data } = reader.read(judged(wanted, { from, to }, now, store));
    return data ? [{ ...data, series: one }] : [];
  });
  return readings.length === series.length ? readings : null;
}

/** The metrics of a query, and those that are left out. @param most the maximum of readable metrics */
function wantedOf(query: ExplainQuery, request: Request, context: Context, most: number) {
  const inputs = new Inputs(request, context, EXPLAIN);
  const aggregation = inputs.wordOf(query.aggregation, 'aggregation');
  const { series, product, empty, malformed, leftOut } = expand(query, inputs, aggregation);
  const notices: QueryResultMetaNotice[] = empty.map((field) => inputs.emptyNotice(field));
  if (malformed.length > 0) {
    notices.push(noSeries(malformed));
  }
  const beyond = [...series.slice(most).map(({ name }) => name), ...leftOut.first];
  if (beyond.length > 0) {
    notices.push(seriesLeftOut(beyond, beyond.length - leftOut.first.length + leftOut.count, most));
  }
  return { series: series.slice(0, most), product, notices };
}

/** The metrics with a sentence, and why others have none. @param product whether some of them may not exist */
function outcomeOf(readings: readonly MetricReading[], product: boolean) {
  // If no pair exists, each refusal is an error.
  const anyThere = readings.some(({ snapshot }) => snapshot.points > 0);
  const isAbsent = ({ snapshot: { absence } }: MetricReading) =>
    product && (absence === 'empty' || (absence === 'refused' && anyThere));
  const [absent, present] = partition(readings, isAbsent);
  const rows = present.filter((one) => !isFailed(one));
  // Then, the store's data is old.
  const isOld = present.every(({ snapshot }) => isUnanswered(snapshot));
  const failed = isOld
    ? uniqBy(present, ({ snapshot }) => snapshot.missing[0].failure.message)
    : present.filter(isFailed);
  const bare = rows.filter(({ snapshot, judgment }) => snapshot.points > 0 && !judgment.newest);
  return {
    rows,
    failures: failed.map(({ snapshot }) => snapshot.missing[0].failure),
    isUnanswered: isOld,
    notices: [
      ...(absent.length > 0 ? [noSuchPairs(absent.map(nameOf))] : []),
      ...(bare.length > 0 ? [noCorridors(bare.map(nameOf))] : []),
    ],
  };
}

function nameOf({ series: { name } }: MetricReading): string {
  return name;
}

function isFailed({ snapshot }: MetricReading): boolean {
  return snapshot.points === 0 && snapshot.missing.length > 0;
}

/** What a sentence does not know about its metric. */
function noticesOf(
  { series: { name }, snapshot, missing, when }: MetricReading,
  timeZone: string
): QueryResultMetaNotice[] {
  const { points, leftOut } = snapshot;
  if (points === 0) {
    return [];
  }
  const notices = [...missingNotices(missing, timeZone), ...coarserNotices([{ name, snapshot }])];
  if (leftOut) {
    const values = { span: spanText(leftOut, timeZone), ...RAW };
    const isLong = leftOut.to <= Math.min(when.to, when.now) - FINEST;
    notices.push(
      isLong
        ? info(t('explain.left-out', 'Not included: {{span}}. Data this fine is limited to about two weeks.', values))
        : leftOutSpan(leftOut, timeZone)
    );
  }
  return notices;
}

/** One row per metric: its state as a sentence, and the numbers in it. */
function explainTable(
  rows: readonly MetricReading[],
  range: Omit<When, 'step'>,
  timeZone: string,
  place: LinkPlace
): DataFrame {
  // The columns show IDs for unknown names. Links omit these.
  const linked = ({ series: { identity } }: MetricReading) => ({ metric: { ...identity, systemId: null } });
  const shown = ({ series: { identity } }: MetricReading) => {
    const { nodeId, nodeName, systemName, metricId, metricName } = identity;
    return {
      nodeId,
      nodeName: nodeName || nodeId,
      systemId: null,
      systemName: systemName || null,
      metricId,
      metricName: metricName || metricId,
    };
  };
  const names = metricColumns<MetricReading>(place, rows, shown, linked);
  const excursionOf = ({ judgment }: MetricReading) => judgment.excursions.at(-1);
  const number = (name: string, of: (newest: Newest) => number | null, look: Look = {}) =>
    scoreColumn<MetricReading>(name, ({ judgment: { newest } }) => newest && of(newest), { width: 110, ...look });
  const description = t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths');
  return tableFrame(t('label.summary', 'Summary'), rows, [
    textColumn('sentence', (row) => rowSentence(row, timeZone), { width: 600, wrap: true }),
    names.metricName,
    names.nodeName,
    timeColumn('leftAt', (row) => excursionOf(row)?.leftAt ?? null),
    number('value', ({ value }) => value),
    number('expectedFrom', ({ expectedFrom }) => expectedFrom),
    number('expectedTo', ({ expectedTo }) => expectedTo),
    number('deviation', ({ deviation }) => deviation, { description }),
    stateColumn(({ judgment }) => judgment.state, isPast(range)),
    trendColumn(({ judgment }) => judgment.trend),
    scoreColumn('worst', ({ judgment }) => judgment.worst?.widths ?? null, { width: 110 }),
    resolutionColumn(({ resolution }) => resolution, rows, isSum),
    names.nodeId,
    names.metricId,
  ]);
}

function rowSentence(row: MetricReading, timeZone: string): string {
  const { series, snapshot, when, judgment, resolution } = row;
  const { metricName, metricId } = series.identity;
  const hasData = snapshot.points > 0;
  const reader = { ...when, timeZone, metricName: metricName || metricId, resolution, isSum: isSum(row), hasData };
  return sentenceOf(judgment, reader);
}

function isSum({ series, snapshot }: MetricReading): boolean {
  return (snapshot.metadata.aggregation || series.identity.aggregation) === 'sum';
}
