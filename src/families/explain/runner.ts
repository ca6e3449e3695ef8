import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, sortBy, uniqBy } from 'lodash';
import { expand, type WantedSeries } from '../../ground/expand';
import { emptyNotice, severalValues, variableMissing } from '../../ground/inputs';
import { invalidText } from '../../ground/shapes';
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
import { isAggregation } from '../../ground/query';
import { isDeclined, ServiceFailure } from '../../ground/failure';
import { isUnanswered } from '../../facts/snapshot';
import { MOST_REQUESTS, type Store } from '../../facts/store';
import { FINEST, judged, recentRequests } from '../../judging/judgedPoints';
import { linkPlace } from '../../table/links';
import { rangeOf } from '../../ground/spans';
import { EXPLAIN, type ExplainQuery } from './models';
import { type When } from '../../judging/judgeMetric';
import { type Reader } from '../../facts/reader';
import { explainTable, type MetricReading } from './table';

/** The states of metrics, one sentence each. It waits for the whole range, because half of it could be wrong. */
export const runExplain = runKnown((query: ExplainQuery, request, context) => {
  const { timezone } = request;
  const place = linkPlace(request, context);
  const when = { ...rangeOf(request), now: context.now() };
  const { series, among, product, passed, notices } = wantedOf(
    query,
    request,
    context,
    mostMetrics(when, context.store)
  );
  const shown = (readings: readonly MetricReading[]): Shown => {
    const isAbsent = absentIn(readings, product);
    if (product) {
      readings.filter(isUnknown).forEach((one) => rememberAbsent(one, context));
    }
    const { rows, failures, isUnanswered, notices: found } = outcomeOf(readings, isAbsent, passed);
    return {
      frames: [explainTable(rows, when, timezone, place)],
      notices: [...notices, ...found, ...rows.flatMap((one) => noticesOf(one, timezone))],
      failures,
      isUnanswered,
    };
  };
  return (reader) => {
    const readings = readMetrics(series, among, when, reader, context.store);
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
 * @param among how many metrics share the requests, with those that are known to be missing
 * @returns null until the range of all metrics is read
 */
function readMetrics(
  series: readonly WantedSeries[],
  among: number,
  { from, to, now }: Omit<When, 'step'>,
  reader: Reader,
  store: Store
): MetricReading[] | null {
  const requests = Math.floor(MOST_REQUESTS / among);
  const readings = series.flatMap((one): MetricReading[] => {
    const { nodeId, metricId, aggregation } = one.identity;
    const { data } = reader.read(judged({ nodeId, metricId, aggregation, requests }, { from, to }, now, store));
    return data ? [{ ...data, series: one }] : [];
  });
  return readings.length === series.length ? readings : null;
}

/** The metrics of a query, and those that are left out. @param most the maximum of readable metrics */
function wantedOf(query: ExplainQuery, request: Request, context: Context, most: number) {
  const wanted = { ...query, legend: '' };
  const found = expand(wanted, context.templates, request.scopedVars);
  const { product, gone, several, empty, malformed, leftOut } = found;
  if (gone.length > 0) {
    throw new ServiceFailure('input', variableMissing(gone[0]));
  }
  if (several) {
    throw new ServiceFailure('input', severalValues(EXPLAIN.fields.aggregation, several.values));
  }
  const aggregation = context.templates.one(query.aggregation, request.scopedVars).trim();
  if (!isAggregation(aggregation)) {
    throw new ServiceFailure('input', invalidText(EXPLAIN.fields.aggregation, aggregation));
  }
  const notices: QueryResultMetaNotice[] = empty.map((field) => emptyNotice(EXPLAIN.fields[field]));
  if (malformed.length > 0) {
    notices.push(noSeries(malformed));
  }
  const pairs = product ? found.series : [];
  const split = context.store.absences.split(pairs, 'metric', rangeOf(request), context.now());
  if (split.refusal) {
    throw new ServiceFailure('invalid', split.refusal.message);
  }
  const { series, passed } = { series: product ? split.present : found.series, passed: split.absent };
  const beyond = [...series.slice(most).map(({ name }) => name), ...leftOut.first];
  if (beyond.length > 0) {
    notices.push(seriesLeftOut(beyond, beyond.length - leftOut.first.length + leftOut.count, most));
  }
  const among = Math.min(most, series.length + passed.length);
  return { series: series.slice(0, most), among, product, passed, notices };
}

/** Pairs of a product that do not exist are not requested again for a while. */
function rememberAbsent({ series, snapshot, when }: MetricReading, { store, now }: Context) {
  const [missing] = snapshot.missing;
  if (missing || snapshot.isKnown) {
    store.absences.add(series, 'metric', when, now(), missing && { message: missing.failure.message });
  }
}

/** The metrics with a sentence, and why others have none. @param passed pairs that are known to be missing */
function outcomeOf(
  readings: readonly MetricReading[],
  isAbsent: (one: MetricReading) => boolean,
  passed: readonly WantedSeries[]
) {
  const [absent, present] = partition(readings, isAbsent);
  const rows = present.filter((one) => !isFailed(one));
  // Then, the store's data is old.
  const isOld = present.every(({ snapshot }) => isUnanswered(snapshot));
  const failed = isOld
    ? uniqBy(present, ({ snapshot }) => snapshot.missing[0].failure.message)
    : present.filter(isFailed);
  const gone = sortBy([...absent.map(({ series }) => series), ...passed], 'order').map(({ name }) => name);
  const bare = rows.filter(({ snapshot, judgment }) => snapshot.points > 0 && !judgment.newest);
  return {
    rows,
    failures: failed.map(({ snapshot }) => snapshot.missing[0].failure),
    isUnanswered: isOld,
    notices: [
      ...(gone.length > 0 ? [noSuchPairs(gone)] : []),
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

/** Pairs of a product may not exist: they are empty, or refused as unknown. */
function isUnknown({ snapshot }: MetricReading): boolean {
  return snapshot.points === 0 && snapshot.missing.every(({ failure }) => isDeclined(failure));
}

/** Any other failure is an error, and so is every refusal if no pair exists. */
function absentIn(readings: readonly MetricReading[], product: boolean): (one: MetricReading) => boolean {
  const anyThere = readings.some(({ snapshot }) => snapshot.points > 0);
  return (one) => product && isUnknown(one) && (anyThere || !isFailed(one));
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
