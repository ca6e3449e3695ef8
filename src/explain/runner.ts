import { type QueryResultMetaNotice } from '@grafana/data';
import { forkJoin, map, type Observable, of, startWith, switchMap } from 'rxjs';
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
  return forkJoin(series.map((one) => readFinest(one, range, requests, context.store))).pipe(
    switchMap((snapshots) => {
      const read = snapshots.map((snapshot, i) => readingOf(series[i], snapshot, range));
      const shown = query.usual ? read.filter(({ onset }) => onset?.stay && onset.stay.back === null) : [];
      const told = (usual: ReadonlyMap<Reading, Snapshot>) => answerOf(read, usual, product, when, place, ofQuery);
      return shown.length === 0
        ? of(told(new Map()))
        : // The sentence does not wait for what was before.
          forkJoin(shown.map((one) => readUsual(one.series, range, requests, context.store))).pipe(
            map((before) => told(new Map(before.map((snapshot, i) => [shown[i], snapshot])))),
            startWith({ ...told(new Map()), more: true })
          );
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
}

function readingOf(series: WantedSeries, snapshot: Snapshot, { from }: Span): Reading {
  const { columns } = snapshot;
  const step = spacingOf(columns, snapshot.step).interval;
  return { series, snapshot, step, onset: onsetOf(concat(columns), step, from) };
}

/** @param usual what was read of the days before, of those that are outside */
function answerOf(
  read: readonly Reading[],
  usual: ReadonlyMap<Reading, Snapshot>,
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
  const snapshots = [...read.map(({ snapshot }) => snapshot), ...usual.values()];
  return {
    frames: [
      explainTable(
        answered.map((one) => rowOf(one, usual.get(one), when)),
        place
      ),
    ],
    notices: [
      ...ofQuery,
      ...(absent.length > 0 ? [noSuchPairs(absent, absent.length)] : []),
      ...read.flatMap(({ series, snapshot }) => noticesOf(series, snapshot, when.timeZone)),
      ...Array.from(usual.values()).flatMap(({ missing }) => missingNotices(missing, when.timeZone)),
    ],
    calls: snapshots.flatMap(({ calls }) => calls),
    failures: read.flatMap((one) => (isFailed(one) && !isAbsent(one) ? [one.snapshot.missing[0].failure] : [])),
  };
}

function rowOf(
  { series: { identity }, step, onset }: Reading,
  usual: Snapshot | undefined,
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
    sentence: sentenceOf(onset, reader, usual && precedentIn(usual)),
    onset,
    isNow: onset !== null && freshnessOf(onset.at, reader) === 'now',
  };
}
