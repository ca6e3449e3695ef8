import { type QueryResultMetaNotice } from '@grafana/data';
import { combineLatest, forkJoin, map, type Observable, of, startWith } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { expand, type WantedSeries } from '../answer/expand';
import { emptyNotice, variableMissing } from '../answer/inputs';
import { missingNotices, noSeries, noSuchPairs, seriesLeftOut } from '../answer/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { concat } from '../corridors/columns';
import { spacingOf } from '../corridors/spacing';
import { MAX_RESULTS } from '../query/query';
import { isDeclined, ServiceFailure } from '../service/failure';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS } from '../store/store';
import { type LinkPlace, linkPlace } from '../tables/links';
import { rangeOf, type Span } from '../time/span';
import { type Onset, onsetOf } from '../corridors/onset';
import { freshnessOf } from './freshness';
import { type ExplainQuery } from './models';
import { noticesOf } from './notices';
import { precedentIn, readFinest, readUsual } from './reading';
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
  const when = { now: context.now(), end: range.to, timeZone: request.timezone };
  const finest = forkJoin(series.map((one) => readFinest(one, range, requests, context.store)));
  // Read at once, since other panels of the dashboard read the same; the sentence does not wait for it.
  const before = query.usual
    ? forkJoin(series.map((one) => readUsual(one, range, requests, context.store))).pipe(startWith(null))
    : of([]);
  return combineLatest([finest, before]).pipe(
    map(([snapshots, usual]) => {
      const read = snapshots.map((snapshot, i) => readingOf(series[i], snapshot, usual?.[i] ?? null, range));
      return { ...answerOf(read, product, when, place, ofQuery), more: usual === null };
    })
  );
}

/** A series that was read, and how it is by that. */
interface Reading {
  series: WantedSeries;
  snapshot: Snapshot;
  /** Milliseconds between points. */
  step: number;
  onset: Onset | null;
  /** The days before, where they are wanted and there. */
  usual: Snapshot | null;
}

function readingOf(series: WantedSeries, snapshot: Snapshot, usual: Snapshot | null, { from }: Span): Reading {
  const { columns } = snapshot;
  const step = spacingOf(columns, snapshot.step).interval;
  return { series, snapshot, step, onset: onsetOf(concat(columns), step, from), usual };
}

function answerOf(
  read: readonly Reading[],
  product: boolean,
  when: Omit<Reader, 'step'>,
  place: LinkPlace,
  ofQuery: readonly QueryResultMetaNotice[]
): Answer {
  const isFailed = ({ snapshot }: Reading) => snapshot.points === 0 && snapshot.missing.length > 0;
  // In a product pairs may not exist: they are empty, or refused as unknown. Any other failure is one, and so is
  // every refusal where no pair exists.
  const anyThere = read.some(({ snapshot }) => snapshot.points > 0);
  const isAbsent = (one: Reading) =>
    product &&
    read.length > 1 &&
    one.snapshot.points === 0 &&
    (anyThere || !isFailed(one)) &&
    one.snapshot.missing.every(({ failure }) => isDeclined(failure));
  const answered = read.filter((one) => !isFailed(one) && !isAbsent(one));
  const absent = read.filter(isAbsent).map(({ series }) => series.name);
  const isOut = ({ onset }: Reading) => onset?.stay != null && onset.stay.back === null;
  return {
    frames: [
      explainTable(
        answered.map((one) => rowOf(one, isOut(one), when)),
        place
      ),
    ],
    notices: [
      ...ofQuery,
      ...(absent.length > 0 ? [noSuchPairs(absent, absent.length)] : []),
      ...read.flatMap(({ series, snapshot }) => noticesOf(series, snapshot, when.timeZone)),
      ...read.flatMap((one) => (one.usual && isOut(one) ? missingNotices(one.usual.missing, when.timeZone) : [])),
    ],
    calls: read.flatMap(({ snapshot, usual }) => [...snapshot.calls, ...(usual?.calls ?? [])]),
    failures: read.flatMap((one) => (isFailed(one) && !isAbsent(one) ? [one.snapshot.missing[0].failure] : [])),
  };
}

function rowOf(
  { series: { identity }, step, onset, usual }: Reading,
  isOut: boolean,
  when: Omit<Reader, 'step'>
): ExplainRow {
  const { nodeId, metricId, nodeName, metricName, systemName } = identity;
  const reader = { ...when, step };
  return {
    metric: {
      nodeId,
      nodeName: nodeName || nodeId,
      systemId: null,
      systemName: systemName || null,
      metricId,
      metricName: metricName || metricId,
    },
    sentence: sentenceOf(onset, reader, isOut && usual ? precedentIn(usual) : null),
    onset,
    isNow: onset !== null && freshnessOf(onset.at, reader) === 'now',
  };
}
