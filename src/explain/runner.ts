import { type QueryResultMetaNotice } from '@grafana/data';
import { combineLatest, filter, forkJoin, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { expand, type WantedSeries } from '../answer/expand';
import { emptyNotice, variableMissing } from '../answer/inputs';
import { noSeries, noSuchPairs, seriesLeftOut } from '../answer/readingNotices';
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
import { beforeNotices, noticesOf } from './notices';
import { lastIn, latestIn, precedentIn, readBack, readBefore, readFinest } from './reading';
import { type Reader } from './phrases';
import { notMeasured, sentenceOf } from './sentence';
import { type ExplainRow, explainTable } from './table';

/** So many requests a metric takes at most: two weeks at 1m. What lies before says little of how it is now. */
const MOST_EACH = 7;
/** Of so many series at most what was before an empty range is read, three requests each. */
const MOST_BACK = 20;

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
  // Where the days before are read, too, they have their share.
  const requests = Math.min(MOST_EACH, Math.floor(MOST_REQUESTS / series.length / (query.usual ? 2 : 1)));
  const when = { now: context.now(), end: range.to, timeZone: request.timezone };
  const finest = forkJoin(series.map((one) => readFinest(one, range, requests, context.store))).pipe(
    map((snapshots) => snapshots.map((snapshot, i) => readingOf(series[i], snapshot, range)))
  );
  // Read at once, since other panels of the dashboard read the same; the sentence does not wait for it.
  const before = query.usual
    ? combineLatest(series.map((one) => readBefore(one, range, requests, context.store))).pipe(
        filter((days, i) => i === 0 || days.every(({ done }) => done)),
        startWith(null)
      )
    : of([]);
  // Where nothing was measured in the range it is told when it was last.
  const back = finest.pipe(
    switchMap((readings) => {
      const isAbsent = absentIn(readings, product);
      const isEmpty = ({ snapshot }: SeriesReading) => snapshot.points === 0 && snapshot.missing.length === 0;
      const wanted =
        query.usual || series.length > MOST_BACK ? [] : readings.filter((one) => isEmpty(one) && !isAbsent(one));
      return wanted.length === 0
        ? of({ readings, backs: new Map<WantedSeries, Snapshot>() })
        : forkJoin(wanted.map((one) => readBack(one.series, range, context.store))).pipe(
            map((snapshots) => ({ readings, backs: new Map(wanted.map((one, i) => [one.series, snapshots[i]])) })),
            startWith({ readings, backs: null })
          );
    })
  );
  return combineLatest([back, before]).pipe(
    map(([{ readings, backs }, days]) => {
      const read = readings.map((one, i) => ({
        ...one,
        before: days?.[i] ?? null,
        back: backs?.get(one.series) ?? (days?.[i]?.done ? days[i] : null),
      }));
      const isAll = backs !== null && (days?.every(({ done }) => done) ?? false);
      return { ...answerOf(read, product, when, place, ofQuery), more: !isAll };
    })
  );
}

/** A series that was read, and how it is by that. */
interface SeriesReading {
  series: WantedSeries;
  snapshot: Snapshot;
  /** Milliseconds between points. */
  step: number;
  onset: Onset | null;
}

/** With the days before, where they are wanted and there. */
interface SeriesRead extends SeriesReading {
  before: Snapshot | null;
  /** What was before an empty range, once it is all read. */
  back: Snapshot | null;
}

function readingOf(series: WantedSeries, snapshot: Snapshot, { from }: Span): SeriesReading {
  const { columns } = snapshot;
  const step = spacingOf(columns, snapshot.step).interval;
  return { series, snapshot, step, onset: onsetOf(concat(columns), step, from) };
}

function answerOf(
  read: readonly SeriesRead[],
  product: boolean,
  when: Omit<Reader, 'step'>,
  place: LinkPlace,
  ofQuery: readonly QueryResultMetaNotice[]
): Answer {
  const isAbsent = absentIn(read, product);
  const answered = read.filter((one) => !isFailed(one) && !isAbsent(one));
  const absent = read.filter(isAbsent).map(({ series }) => series.name);
  const isOut = ({ onset }: SeriesRead) => onset?.stay != null && onset.stay.back === null;
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
      ...read.flatMap((one) => (one.before && isOut(one) ? beforeNotices(one.series, one.before) : [])),
    ],
    calls: read.flatMap(({ snapshot, before, back }) =>
      [...new Set([snapshot, before, back])].flatMap((one) => one?.calls ?? [])
    ),
    failures: read.flatMap((one) => (isFailed(one) && !isAbsent(one) ? [one.snapshot.missing[0].failure] : [])),
  };
}

function isFailed({ snapshot }: SeriesReading): boolean {
  return snapshot.points === 0 && snapshot.missing.length > 0;
}

/**
 * In a product pairs may not exist: they are empty, or refused as unknown. Any other failure is one, and so is every
 * refusal where no pair exists.
 */
function absentIn(read: readonly SeriesReading[], product: boolean): (one: SeriesReading) => boolean {
  const anyThere = read.some(({ snapshot }) => snapshot.points > 0);
  return (one) =>
    product &&
    read.length > 1 &&
    one.snapshot.points === 0 &&
    (anyThere || !isFailed(one)) &&
    one.snapshot.missing.every(({ failure }) => isDeclined(failure));
}

function rowOf(
  { series: { identity }, snapshot, step, onset, before, back }: SeriesRead,
  isOut: boolean,
  when: Omit<Reader, 'step'>
): ExplainRow {
  const { nodeId, metricId, nodeName, metricName, systemName } = identity;
  const reader = { ...when, step };
  const latest = snapshot.missing.length === 0 ? latestIn(concat(snapshot.columns)) : null;
  return {
    metric: {
      nodeId,
      nodeName: nodeName || nodeId,
      systemId: null,
      systemName: systemName || null,
      metricId,
      metricName: metricName || metricId,
    },
    sentence:
      snapshot.points === 0
        ? notMeasured(back?.missing.length === 0 ? lastIn(back) : null, reader)
        : sentenceOf(onset, reader, isOut && onset && before ? precedentIn(before, onset, when.end) : null, latest),
    onset,
    isNow: onset !== null && freshnessOf(onset.at, reader) === 'now',
  };
}
