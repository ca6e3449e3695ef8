import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { forkJoin, last, map, type Observable, of } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { expand, type WantedSeries } from '../answer/expand';
import { emptyNotice, variableMissing } from '../answer/inputs';
import { notice } from '../answer/notices';
import { coarser, missingNotices, noSeries, noSuchPairs, RAW, seriesLeftOut, spanText } from '../answer/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { concat } from '../corridors/columns';
import { spacingOf } from '../corridors/spacing';
import { MAX_RESULTS } from '../query/query';
import { isDeclined, ServiceFailure } from '../service/failure';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS } from '../store/store';
import { linkPlace } from '../tables/links';
import { rangeOf, type Span } from '../time/span';
import { freshnessOf } from './freshness';
import { type ExplainQuery } from './models';
import { onsetOf } from '../corridors/onset';
import { type Reader, sentenceOf } from './sentence';
import { type ExplainRow, explainTable } from './table';

/** So many requests a metric takes at most: two weeks at 1m. What lies before says little of how it is now. */
const MOST_EACH = 7;

/** How metrics are, in words. Half a reading would say half the truth, so that it comes when all is read. */
export const runExplain = runEach(explain);

function explain(query: ExplainQuery, request: Request, context: Context): Observable<Answer> {
  const place = linkPlace(request, context);
  const range = rangeOf(request);
  const wanted = { ...query, legend: '' };
  const choice = { most: MAX_RESULTS, rankOf: () => 0 };
  const { series, product, gone, empty, malformed, leftOut } = expand(
    wanted,
    context.templates,
    request.scopedVars,
    choice
  );
  if (gone.length > 0) {
    throw new ServiceFailure('input', variableMissing(gone[0]));
  }
  const ofQuery: QueryResultMetaNotice[] = [
    ...empty.map(emptyNotice),
    ...(malformed.length > 0 ? [noSeries(malformed)] : []),
    ...(leftOut.count > 0 ? [seriesLeftOut(leftOut.first, leftOut.count)] : []),
  ];
  if (series.length === 0) {
    return of({ frames: [explainTable([], place)], notices: ofQuery });
  }
  const requests = Math.min(MOST_EACH, Math.floor(MOST_REQUESTS / series.length));
  return forkJoin(series.map((one) => readFinest(one, range, requests, context))).pipe(
    map((snapshots) => {
      const read = snapshots.map((snapshot, i) => ({ snapshot, series: series[i] }));
      const isFailed = ({ points, missing }: Snapshot) => points === 0 && missing.length > 0;
      // In a product pairs may not exist: they are empty, or refused as unknown. Any other failure is one, and so is
      // every refusal where no pair exists.
      const anyThere = snapshots.some(({ points }) => points > 0);
      const isAbsent = (snapshot: Snapshot) =>
        product &&
        series.length > 1 &&
        snapshot.points === 0 &&
        (anyThere || !isFailed(snapshot)) &&
        snapshot.missing.every(({ failure }) => isDeclined(failure));
      const answered = read.filter(({ snapshot }) => !isFailed(snapshot) && !isAbsent(snapshot));
      const absent = read.filter(({ snapshot }) => isAbsent(snapshot)).map((one) => one.series.name);
      const when = { now: context.now(), end: range.to, timeZone: request.timezone };
      return {
        frames: [
          explainTable(
            answered.map((one) => rowOf(one.series, one.snapshot, range, when)),
            place
          ),
        ],
        notices: [
          ...ofQuery,
          ...(absent.length > 0 ? [noSuchPairs(absent, absent.length)] : []),
          ...read.flatMap((one) => noticesOf(one.series, one.snapshot, request.timezone)),
        ],
        calls: snapshots.flatMap(({ calls }) => calls),
        failures: read.flatMap(({ snapshot }) =>
          isFailed(snapshot) && !isAbsent(snapshot) ? [snapshot.missing[0].failure] : []
        ),
      };
    })
  );
}

/** The finest points that there are, whatever the panel's width: the sentence is the same everywhere. */
function readFinest({ identity }: WantedSeries, range: Span, requests: number, { store }: Context) {
  const { nodeId, metricId } = identity;
  const finest = { granularity: 'auto', maxDataPoints: Number.MAX_SAFE_INTEGER } as const;
  return store.read({ nodeId, metricId, aggregation: '', ...finest, requests, ...range }).pipe(last());
}

function rowOf(
  { identity }: WantedSeries,
  { columns, step }: Snapshot,
  range: Span,
  when: Omit<Reader, 'step'>
): ExplainRow {
  const { nodeId, metricId, nodeName, metricName, systemName } = identity;
  const apart = spacingOf(columns, step).interval;
  const onset = onsetOf(concat(columns), apart, range.from);
  const reader = { ...when, step: apart };
  return {
    metric: {
      nodeId,
      nodeName: nodeName || nodeId,
      systemId: null,
      systemName: systemName || null,
      metricId,
      metricName: metricName || metricId,
    },
    sentence: sentenceOf(onset, reader),
    onset,
    isNow: onset !== null && freshnessOf(onset.at, reader) === 'now',
  };
}

function noticesOf({ name }: WantedSeries, snapshot: Snapshot, timeZone: string): QueryResultMetaNotice[] {
  const { points, missing, leftOut, wanted, taken } = snapshot;
  return points === 0
    ? []
    : [
        ...missingNotices(missing, timeZone),
        ...(wanted === taken ? [] : [coarser(wanted, taken, [name])]),
        ...(leftOut ? [notRead(leftOut, timeZone)] : []),
      ];
}

function notRead(span: Span, timeZone: string): QueryResultMetaNotice {
  return notice(
    t(
      'explain.not-read',
      'The sentence does not know of {{span}}: only the newest two weeks or so are read that finely.',
      {
        span: spanText(span, timeZone),
        ...RAW,
      }
    )
  );
}
