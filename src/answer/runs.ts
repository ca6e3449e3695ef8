import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { catchError, concatMap, from, map, type Observable, of, switchMap } from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { type Model, type QueryOf } from '../query/query';
import { isNotRun, warn, withNotices } from '../notices/notices';
import { panelWords$, PLAIN } from '../notices/panelWords';
import { continuing } from './continuing';
import { withEmptyRows } from './emptyRow';
import { headerNotices, saysMore } from './headerNotices';
import { join } from './join';
import { withLabelRoom } from './labelRoom';
import { withOffsets } from './offsets';
import { withPresentValues } from './presentValues';
import { type RunPlace, QueryMemory } from './queryMemory';
import { inTime, isRendered } from './rendered';
import { type Context, isLast, type QueryError, queryError, type Request, type Run } from './runner';
import { shownOf } from './shown';
import { withSteadyLinks } from './steadyLinks';
import { withUnusedFilters } from './unusedFilters';
import { reportWait } from './waiting';

/** The answers of all runs as one stream of packets; see `join`. */
export function answerRuns(runs: Run[], request: Request, context: Context): Observable<DataQueryResponse> {
  const { sharedCache, progressive } = context.settings;
  const answer = (shared: Request) => {
    // Metric data is cut to the range as it is: the store sees to its requests.
    const answers = runs.map((run) => answerRun(run, 'run' in run.runner ? request : shared, context));
    return join(answers, request, progressive && !isRendered());
  };
  const packets = sharedCache
    ? from(import('./shared')).pipe(switchMap((room) => room.answerShared(request, context.operations, answer)))
    : answer(request);
  return packets.pipe(
    map((packet) => ({ ...packet, data: forPanel(packet.data, request, context) })),
    concatMap(withHeaderNotices)
  );
}

/** The frames as the panel shows them. */
function forPanel(frames: DataFrame[], request: Request, { now }: Context): DataFrame[] {
  const { timezone, panelPluginId, maxDataPoints } = request;
  const present = withPresentValues(withOffsets(frames, timezone), panelPluginId, now());
  return withLabelRoom(present, panelPluginId, maxDataPoints);
}

function answerRun(run: Run, request: Request, context: Context): Observable<DataQueryResponse> {
  const { runner, targets } = run;
  const place = { run, request, context, memory: new QueryMemory(run, request, context) };
  const runner$ = 'run' in runner ? of(runner.run) : withWords$(runner.load);
  const packets = runner$.pipe(
    switchMap((answer) =>
      withFlags$(run, request, context).pipe(
        switchMap(({ queries, errors }) => {
          const packets: Observable<DataQueryResponse> =
            queries.length > 0 ? continuing(place, (own) => answer(queries, request, own)) : of({ data: [] });
          const noted = withUnusedFilters(packets, run);
          return errors.length === 0 ? noted : noted.pipe(map((packet) => withErrors(packet, errors)));
        })
      )
    ),
    catchError((error) => of({ data: [], errors: targets.map(({ refId }) => queryError(refId, error)) }))
  );
  const shown = shownOf(packets, place).pipe(
    map((packet) => withSteadyLinks(isLast(packet) ? withTrouble(packet, place) : packet, place))
  );
  const reported = context.settings.progressive ? reportWait(shown, place) : shown;
  return withEmptyRows(isRendered() ? inTime(reported, place) : reported, place);
}

/** A query that did not run because a variable is empty says why that variable may be empty. */
function withTrouble(packet: DataQueryResponse, { run, context }: RunPlace): DataQueryResponse {
  const { trouble } = context.operations;
  const isIdle = (own: DataFrame[]) =>
    own.every(({ length, meta }) => length === 0 && !meta?.executedQueryString) && isNotRun(own);
  if (!run.isPanel || trouble === undefined) {
    return packet;
  }
  const data = run.targets.flatMap(({ refId }) => {
    const own = (packet.data as DataFrame[]).filter((frame) => frame.refId === refId);
    return isIdle(own) ? withNotices(own, [warn(trouble)]) : own;
  });
  return { ...packet, data };
}

/** The queries with flags in place of variables in flags' fields; few have any. */
function withFlags$({ targets, modelOf }: Run, { scopedVars }: Request, { templates }: Context) {
  const holdsText = (query: QueryOf<Model>) => {
    const { fields } = modelOf(query);
    return Object.entries(query).some(([field, value]) => fields[field]?.kind === 'flag' && typeof value === 'string');
  };
  return targets.some(holdsText)
    ? withWords$(() => import('../inputs/inputs')).pipe(
        map(({ withFlags }) => {
          const queries: Array<QueryOf<Model>> = [];
          const errors: QueryError[] = [];
          for (const target of targets) {
            try {
              queries.push(withFlags(target, modelOf(target), templates, scopedVars));
            } catch (error) {
              errors.push(queryError(target.refId, error));
            }
          }
          return { queries, errors };
        })
      )
    : of({ queries: targets, errors: [] });
}

function withErrors(packet: DataQueryResponse, more: QueryError[]): DataQueryResponse {
  return isLast(packet) ? { ...packet, errors: [...(packet.errors ?? []), ...more] } : packet;
}

/** The packet with notices that a panel's header shows. */
function withHeaderNotices(packet: DataQueryResponse): Observable<DataQueryResponse> {
  const frames: DataFrame[] = packet.data;
  const words$ = saysMore(frames) ? panelWords$() : of(PLAIN);
  return words$.pipe(map(({ andMore }) => ({ ...packet, data: headerNotices(frames, andMore) })));
}
