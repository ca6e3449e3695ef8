import { type DataFrame } from '@grafana/data';
import { combineLatest, defer, finalize, map, type Observable, of, switchMap, tap } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { emptyNotice, Inputs } from '../answer/inputs';
import { paced } from '../answer/pace';
import { type Context, type Request } from '../answer/runner';
import { concat as joined } from '../corridors/columns';
import { spacingOf } from '../corridors/spacing';
import { metricTitle } from '../catalogue/titles';
import { readSubject, type Subject } from '../incidents/subject';
import { DEFAULT_RANKED } from '../query/query';
import { isFilled } from '../query/texts';
import { storedFilters } from '../tables/filters';
import { type LinkPlace, linkPlace } from '../tables/links';
import { rangeOf, type Span } from '../time/span';
import { bucketsOf } from './buckets';
import { readCandidates } from './candidates';
import { asEarly, type Chosen, chosenOf } from './chosen';
import { cutNotices, isOutsideLast, type Ranked } from './cut';
import { laneFrame, laneNamesOf } from './laneFrame';
import { lanesOf } from './lanes';
import { LastChosen } from './lastChosen';
import { type DeviationsQuery } from './models';
import { readNotices } from './notices';
import { deviationOf, mostOutsideFirst } from './rank';
import { type MetricRead, MetricReads } from './reading';
import { leftCloseTo, suspectsNotices } from './suspects';
import { deviationsTable, type Row, suspectsTable } from './table';

/** The metrics most outside their corridors in the range. */
export const runDeviations = runEach(rank);

/** What is wanted of the metrics that are read. */
interface Wanted {
  query: DeviationsQuery;
  limit: number;
  range: Span;
  place: LinkPlace;
  timeZone: string;
  /** When it is asked for, in epoch milliseconds. */
  now: number;
}

/** How far the metrics have come. */
interface State {
  chosen: Chosen;
  reads: MetricRead[];
  done: boolean;
}

function rank(query: DeviationsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const limit = Math.max(0, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_RANKED)));
  const range = rangeOf(request);
  const place = linkPlace(request, context);
  const wanted: Wanted = { query, limit, range, place, timeZone: request.timezone, now: context.now() };
  const fields = {
    nodeId: inputs.all(query.nodeId),
    systemId: inputs.all(query.systemId),
    besides: inputs.identifiers(query.format === 'table' ? query.besides : ''),
  };
  const empty = Object.entries(fields).find(([, { given, values }]) => given && values.length === 0);
  if (empty) {
    return of({ frames: [rankingOf([], wanted, null).frame], notices: [emptyNotice(empty[0])] });
  }
  const reads = new MetricReads(context, range);
  const filters = storedFilters(query);
  const last = new LastChosen(context, JSON.stringify([fields, filters]), range);
  const ids = fields.besides.values;
  const besides = ids.length > 0 ? readSubject(context, ids) : of(null);
  const chosenNow = combineLatest([readCandidates(context, range), besides]).pipe(
    map(([found, subject]) => chosenOf(found, fields, filters, place, subject)),
    tap((chosen) => chosen.complete && last.note(chosen))
  );
  const states = meanwhile(chosenNow, reads, last).pipe(
    switchMap((chosen) =>
      reads.of(chosen).pipe(
        map((read): State => ({
          chosen,
          reads: read,
          done: chosen.complete && read.every(({ snapshot }) => snapshot?.done ?? true),
        }))
      )
    )
  );
  let hasRows = false;
  const progress = map((state: State) => {
    // That nothing else left its corridors is known once all is read.
    hasRows ||= !isFilled(query.besides) || rankingOf(state.reads, wanted, state.chosen.besides).ranked.length > 0;
    return progressOf(state, hasRows);
  });
  return paced(states.pipe(progress), context.settings.progressive, (state) => answerOf(state, wanted));
}

/**
 * What is chosen; until that is known, what was chosen the last time is read already, where the query's requests are enough
 * for that and for as many other metrics.
 */
function meanwhile(chosen: Observable<Chosen>, reads: MetricReads, last: LastChosen): Observable<Chosen> {
  return defer(() => {
    const before = last.get();
    const early = before && reads.of(asEarly(before)).subscribe();
    return chosen.pipe(finalize(() => early?.unsubscribe()));
  });
}

function progressOf(state: State, hasRows: boolean) {
  const { reads, done } = state;
  const hasAnswer = reads.some(({ snapshot, failure }) => !snapshot || snapshot.answered || failure !== undefined);
  return {
    ...state,
    hasAnswer: hasAnswer || done,
    hasContent: done || (hasRows && reads.some(({ snapshot }) => (snapshot?.points ?? 0) > 0)),
  };
}

/** @throws what the metrics failed with, where none could be read */
function answerOf({ chosen, reads, done }: State, wanted: Wanted): Answer {
  const nothing = reads.every(({ snapshot, failure }) => failure && (snapshot?.points ?? 0) === 0);
  if (done && nothing && reads.length > 0) {
    throw reads[0].failure;
  }
  const { frame, ranked } = rankingOf(reads, wanted, chosen.besides);
  return {
    frames: [frame],
    notices: [
      ...readNotices(chosen, reads, done, wanted.timeZone),
      ...(done ? suspectsNotices(reads, chosen.besides?.began ?? null, wanted) : []),
      ...(done ? cutNotices(ranked, wanted.limit) : []),
    ],
    calls: reads.flatMap(({ snapshot }) => snapshot?.calls ?? []),
    more: !done,
  };
}

/** @returns `ranked`: all that the frame would hold without a limit, in its order */
function rankingOf(
  reads: readonly MetricRead[],
  { query, limit, range, place }: Wanted,
  besides: Subject | null
): { frame: DataFrame; ranked: Ranked[] } {
  const read = reads.flatMap(({ candidate, snapshot }) =>
    snapshot ? { candidate, columns: snapshot.columns, step: snapshot.step } : []
  );
  if (query.format === 'lanes') {
    const buckets = bucketsOf(range);
    const lanes = lanesOf(read, buckets, query.by);
    const names = laneNamesOf(lanes, query.by);
    return {
      frame: laneFrame(lanes.slice(0, limit), names, buckets, query.by, place),
      ranked: lanes.map(({ values }, i) => ({ name: names[i], isOutside: isOutsideLast(values) })),
    };
  }
  if (besides || isFilled(query.besides)) {
    const rows = read
      .flatMap(({ candidate, columns, step }) => {
        const points = joined(columns);
        const leftAt =
          besides?.began == null ? null : leftCloseTo(points, spacingOf(columns, step).interval, besides.began);
        return leftAt === null ? [] : [{ ...candidate, ...deviationOf(points), leftAt }];
      })
      .sort((a, b) => a.leftAt - b.leftAt);
    return { frame: suspectsTable(rows.slice(0, limit), place), ranked: rows.map(toRanked) };
  }
  const rows = read
    .map(({ candidate, columns }) => ({ ...candidate, ...deviationOf(joined(columns)) }))
    // Nothing can be told of a metric without corridors.
    .filter(({ outsideShare }) => outsideShare !== null)
    .sort(mostOutsideFirst);
  return { frame: deviationsTable(rows.slice(0, limit), place), ranked: rows.map(toRanked) };
}

function toRanked(row: Row): Ranked {
  return { name: metricTitle(row), isOutside: row.isOutside };
}
