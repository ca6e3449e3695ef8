import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { catchError, concatMap, from, map, type Observable, of, switchMap } from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { type Model, type QueryOf } from '../query/query';
import { continuing } from './continuing';
import { withEmptyRows } from './emptyRow';
import { headerNotices, saysMore } from './headerNotices';
import { holdBack } from './heldBack';
import { join } from './join';
import { withLabelRoom } from './labelRoom';
import { keepLast } from './lastAnswers';
import { withOffsets } from './offsets';
import { withPresentValues } from './presentValues';
import { inTime, isRendered } from './rendered';
import { type Context, isLast, type QueryError, queryError, type Request, type Run } from './runner';
import { withSteadyLinks } from './steadyLinks';
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
  const runner$ = 'run' in runner ? of(runner.run) : withWords$(runner.load);
  const packets = runner$.pipe(
    switchMap((answer) =>
      withFlags$(run, request, context).pipe(
        switchMap(({ queries, errors }) => {
          const packets: Observable<DataQueryResponse> =
            queries.length > 0
              ? continuing(run, request, context, (own) => answer(queries, request, own))
              : of({ data: [] });
          return errors.length === 0 ? packets : packets.pipe(map((packet) => withErrors(packet, errors)));
        })
      )
    ),
    catchError((error) => of({ data: [], errors: targets.map(({ refId }) => queryError(refId, error)) }))
  );
  const kept = holdBack(keepLast(packets, run, request, context), run, request, context).pipe(
    map((packet) => withSteadyLinks(packet, run, request, context))
  );
  const reported = context.settings.progressive ? reportWait(kept, run, request, context) : kept;
  const timely = isRendered() ? inTime(reported, run, request, context) : reported;
  return withEmptyRows(timely, run, request, context);
}

/** The queries with flags in place of the variables that stand for them; few have any. */
function withFlags$({ targets, modelOf }: Run, { scopedVars }: Request, { templates }: Context) {
  const holdsText = (query: QueryOf<Model>) => {
    const { fields } = modelOf(query);
    return Object.entries(query).some(([field, value]) => fields[field]?.kind === 'flag' && typeof value === 'string');
  };
  return targets.some(holdsText)
    ? withWords$(() => import('./inputs')).pipe(
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

/** The packet with notices that a panel's header shows; in plain words if those for more of them do not load. */
function withHeaderNotices(packet: DataQueryResponse): Observable<DataQueryResponse> {
  const frames: DataFrame[] = packet.data;
  const plain = (shown: string, count: number) => `${shown} and ${count} more`;
  const words$ = saysMore(frames)
    ? withWords$(() => import('../notices/panelNotices')).pipe(
        map((room) => room.andMore),
        catchError(() => of(plain))
      )
    : of(plain);
  return words$.pipe(map((andMore) => ({ ...packet, data: headerNotices(frames, andMore) })));
}
