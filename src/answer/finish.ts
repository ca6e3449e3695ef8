import { CoreApp, type DataFrame, type DataQueryResponse } from '@grafana/data';
import { concatMap, map, type Observable, of } from 'rxjs';
import { rangeOf } from '../time/spans';
import { isNotRun, warn, withNotices } from '../notices/notices';
import { panelTexts$, ENGLISH } from '../notices/panelTexts';
import { withCalls } from './calls';
import { withEmptyRows } from './emptyRow';
import { emptyTimeline, isEmptyTimeline } from './emptyTimeline';
import { headerNotices, hasMore } from './headerNotices';
import { join } from './join';
import { STATE_TIMELINE, withLabelWidth } from './labelWidth';
import { type RunPlace, type StartedRun } from './queryMemory';
import { inTime, isRendered } from './rendered';
import { type Context, framesOf, isLast, type Request } from './runner';
import { shownOf } from './shown';
import { withUnusedFilters } from './unusedFilters';
import { reportWait } from './waiting';

/** The packets of all runs as one stream. */
export function finished(runs: StartedRun[], request: Request, context: Context): Observable<DataQueryResponse> {
  return join(runs.map(finishRun), request, context.settings.progressive && !isRendered()).pipe(
    map((packet) => ({ ...packet, data: withCalls(packet.data, context.calls) }))
  );
}

function finishRun({ place, packets }: StartedRun): Observable<DataQueryResponse> {
  const shown = shownOf(withUnusedFilters(packets, place.run), place).pipe(
    map((packet) => (isLast(packet) ? withTrouble(packet, place) : packet))
  );
  const { progressive } = place.context.settings;
  const answer = isRendered() ? inTime(shown, place) : progressive ? reportWait(shown, place) : shown;
  return withEmptyRows(answer, place);
}

/** A query that did not run because a variable is empty reports why that variable may be empty. */
function withTrouble(packet: DataQueryResponse, { run, context }: RunPlace): DataQueryResponse {
  const { freshTrouble: trouble } = context.operations;
  const isIdle = (own: DataFrame[]) => own.every(({ length }) => length === 0) && isNotRun(own);
  if (run.part !== 'panel' || trouble === undefined) {
    return packet;
  }
  const data = run.targets.flatMap((target) => {
    const own = framesOf(packet.data, target);
    return isIdle(own) && !context.calls.get(target.refId)?.size ? withNotices(own, [warn(trouble)]) : own;
  });
  return { ...packet, data };
}

/** A packet as its panel shows it, with notices that fit into the panel's header. */
export function forPanel(answer: DataQueryResponse, request: Request): Observable<DataQueryResponse> {
  if (!isEmptyTimeline(answer, request)) {
    return headed(answer, request);
  }
  const isKnown = isLast(answer) && (answer.errors ?? []).length === 0;
  return panelTexts$().pipe(
    map(({ nothingFound }) =>
      emptyTimeline(answer, rangeOf(request), request.maxDataPoints, isKnown ? nothingFound() : undefined)
    ),
    concatMap((data) => headed({ ...answer, data }, request))
  );
}

function headed(
  packet: DataQueryResponse,
  { panelPluginId, app, maxDataPoints }: Request
): Observable<DataQueryResponse> {
  // Explore chooses the panel by the frames.
  const isTimeline = panelPluginId === STATE_TIMELINE || app === CoreApp.Explore;
  const frames = isTimeline ? withLabelWidth(packet.data, maxDataPoints) : packet.data;
  const texts$ = hasMore(frames) ? panelTexts$() : of(ENGLISH);
  return texts$.pipe(map(({ andMore }) => ({ ...packet, data: headerNotices(frames, andMore) })));
}
