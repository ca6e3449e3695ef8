import { catchError, concatMap, defer, forkJoin, map, type Observable, of, throwError } from 'rxjs';
import { decodeMetricData } from '../corridors/decode';
import { toFailure } from '../service/failing';
import { isFailure, NotJson, type ServiceFailure } from '../service/failure';
import { type MetricDataRequest, metricDataPath, type Operations } from '../service/operations';
import { MOVING } from './coverage';
import { ruleGranularity, STEP, stepOf } from './granularity';
import { countsUntil } from './plan';
import { type Series } from './series';
import { type Store } from './store';
import { halves, type Span } from './windows';

/** A span that could not be read, and why. */
export interface Hole extends Span {
  failure: ServiceFailure;
}

/** What the reading of a part came to. */
export interface PartAnswer {
  /** What stays unread: none where all went well. */
  holes: Hole[];
  /** The requests that it took, a line each. */
  calls: string[];
}

/** What a request of one part is made of, apart from its span. */
export interface PartTarget {
  request: Omit<MetricDataRequest, 'from' | 'to'>;
  series: Series;
  /** Milliseconds: the step of the granularity that is asked for. */
  step: number;
  /** The metric's key in the store's knowledge. */
  metric: string;
}

export interface PartTools {
  operations: Operations;
  store: Store;
  now: () => number;
  reuseFor: number;
  refreshOverlap: number;
  dataSource: string;
}

/** Reads one part into its series. A part that takes the service too long is tried once more in halves. */
export function readPart(target: PartTarget, span: Span, turn: number, tools: PartTools): Observable<PartAnswer> {
  return attempt(target, span, turn, tools).pipe(
    concatMap((whole) => {
      const tooLong = whole.holes.some(({ failure }) => failure.kind === 'timeout');
      const parts = tooLong ? halves(span, target.step) : [];
      return parts.length < 2
        ? of(whole)
        : forkJoin(parts.map((half) => attempt(target, half, turn, tools))).pipe(
            map((answers) => ({
              holes: answers.flatMap(({ holes }) => holes),
              calls: [whole, ...answers].flatMap(({ calls }) => calls),
            }))
          );
    })
  );
}

function attempt(target: PartTarget, span: Span, turn: number, tools: PartTools): Observable<PartAnswer> {
  const request = { ...target.request, ...span };
  return defer(() => {
    const asked = tools.now();
    return tools.operations.getMetricData(request, turn).pipe(map((body) => take(body, asked, target, span, tools)));
  }).pipe(
    map(() => ({ holes: [], calls: [callOf(request)] })),
    catchError((error: unknown) =>
      error instanceof NotJson
        ? toFailure(error, { dataSource: tools.dataSource, path: `/${metricDataPath(request).split('?')[0]}` })
        : throwError(() => error)
    ),
    catchError((failure: unknown) =>
      isFailure(failure)
        ? of({ holes: [{ ...span, failure }], calls: failure.kind === 'input' ? [] : [callOf(request)] })
        : throwError(() => failure)
    )
  );
}

/** Puts a body's datapoints into the series. */
function take(body: unknown, asked: number, target: PartTarget, span: Span, tools: PartTools) {
  const data = decodeMetricData(body);
  if (!data) {
    throw new NotJson();
  }
  const { series } = target;
  const { columns, ...told } = data;
  const step = Math.max(target.step, stepOf(told.granularity) ?? 0);
  series.insert(columns, span);
  series.told = told;
  const newest = columns.length > 0 ? columns.time[columns.length - 1] : undefined;
  const counts = countsUntil(span, newest, step, asked, tools.refreshOverlap);
  const { seen } = counts;
  const settled = isOfClass(target, span) ? counts.settled : span.from;
  series.cover({ from: span.from, to: settled }, asked, tools.reuseFor);
  series.cover({ from: settled, to: seen }, MOVING, tools.reuseFor);
  tools.store.trim(series);
  const source = stepOf(told.sourceGranularity);
  if (source !== null) {
    tools.store.knowledge(target.metric).source = source;
  }
}

/** Whether v2, which chooses by the range, chose as for the whole part: a half may be shown that serves nobody. */
function isOfClass({ request, step }: PartTarget, { from, to }: Span): boolean {
  return request.version === 'v1' || STEP[ruleGranularity(to - from)] === step;
}

function callOf(request: MetricDataRequest): string {
  return `GET /${metricDataPath(request)}`;
}
