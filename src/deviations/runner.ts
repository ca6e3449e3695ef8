import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { catchError, from, last, map, mergeMap, type Observable, of, switchMap, toArray } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { emptyNotice, Inputs, type Values } from '../answer/inputs';
import { concat } from '../corridors/columns';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS } from '../store/store';
import { type Span } from '../time/spans';
import { notice } from '../answer/notices';
import { leftOutSpan } from '../answer/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { filterRows, storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { type Candidate, readCandidates } from './candidates';
import { type DeviationsQuery } from './models';
import { DEFAULT_RANKED } from '../query/query';
import { deviationOf, mostOutsideFirst } from './rank';
import { deviationsTable, nameColumns, type Row } from './table';
import { rangeOf } from '../time/span';

/** Contract: as many metrics are read at most. */
const MOST_METRICS = 50;
/** So many are read at once: the panels of a dashboard want their turn as well. */
const AT_ONCE = 4;

/** The metrics most outside their corridors in the range. */
export const runDeviations = runEach(rank);

function rank(query: DeviationsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const place = linkPlace(request, context);
  const range = rangeOf(request);
  const chosen = { nodeId: inputs.all(query.nodeId), systemId: inputs.all(query.systemId) };
  const empty = Object.entries(chosen).find(([, { given, values }]) => given && values.length === 0);
  if (empty) {
    return of({ frames: [deviationsTable([], place)], notices: [emptyNotice(empty[0])] });
  }
  const limit = inputs.number(query.limit, 'limit', DEFAULT_RANKED);
  return readCandidates(context.operations, range, context.now()).pipe(
    switchMap(({ candidates, failures }) => {
      const own = candidates.filter(
        ({ nodeId, systemId }) => holds(chosen.nodeId, nodeId) && holds(chosen.systemId, systemId)
      );
      const passed = filterRows(own, Object.values(nameColumns(place, own)), storedFilters(query));
      const asked = passed.rows.slice(0, MOST_METRICS);
      return readAll(asked, range, context).pipe(
        map((read) => {
          const rows = read.flatMap(({ row }) => row ?? []).sort(mostOutsideFirst);
          const missing = read.flatMap(({ failure }) => failure ?? []);
          const leftOut = read.find((one) => one.leftOut)?.leftOut;
          if (rows.length === 0 && missing.length > 0) {
            throw missing[0];
          }
          return {
            frames: [deviationsTable(rows.slice(0, Math.max(0, Math.floor(limit))), place)],
            notices: [
              ...passed.notices,
              ...(passed.rows.length > MOST_METRICS ? [moreMetrics(passed.rows.length)] : []),
              ...(leftOut ? [leftOutSpan(leftOut, '1h', request.timezone)] : []),
              ...[...failures, ...missing].map(partMissing),
            ],
          };
        })
      );
    })
  );
}

function holds({ given, values }: Values, id: string | null): boolean {
  return !given || (id !== null && values.includes(id));
}

interface Read {
  /** Null where the range has no point with a corridor. */
  row: Row | null;
  failure: unknown;
  /** The older part of the range that would take too many requests, or null. */
  leftOut: Span | null;
}

function readAll(candidates: Candidate[], range: Span, context: Context): Observable<Read[]> {
  return from(candidates).pipe(
    mergeMap((candidate) => readOne(candidate, range, Math.floor(MOST_REQUESTS / candidates.length), context), AT_ONCE),
    toArray()
  );
}

/** Read as coarse as the service would by itself: a share needs no finer points, and they are read for many metrics. */
function readOne(candidate: Candidate, range: Span, requests: number, { store }: Context): Observable<Read> {
  const { nodeId, metricId } = candidate;
  return store.read({ nodeId, metricId, aggregation: '', granularity: 'auto', requests, ...range }).pipe(
    last(),
    map((snapshot) => toRead(candidate, snapshot)),
    catchError((failure: unknown) => of({ row: null, failure, leftOut: null }))
  );
}

function toRead(candidate: Candidate, { columns, missing, leftOut }: Snapshot): Read {
  const deviation = deviationOf(concat(columns));
  return {
    row: deviation.outsideShare === null ? null : { ...candidate, ...deviation },
    failure: missing[0]?.failure,
    leftOut,
  };
}

function moreMetrics(total: number): QueryResultMetaNotice {
  return notice(
    t(
      'deviations.more',
      'Only {{read}} of the {{total}} metrics that the alerts and anomalies name were read, those of the most severe alerts.',
      { read: MOST_METRICS, total }
    ),
    'warning'
  );
}

function partMissing(failure: unknown): QueryResultMetaNotice {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return notice(
    t('deviations.missing', 'A part could not be read, so metrics may be missing: {{reason}}', {
      reason,
      interpolation: { escapeValue: false },
    }),
    'warning'
  );
}
