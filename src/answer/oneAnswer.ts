import { type DataQueryResponse } from '@grafana/data';
import { defer, finalize, type Observable, ReplaySubject, share, timer } from 'rxjs';
import { perInstance } from '../service/recent';
import { MINUTE } from '../settings';
import { type Context, type Request, type Run } from './runner';
import { ByQuery, fieldsOf } from './sameQuery';

/** How long an answer that its panel has left waits for a refresh of the panel, in milliseconds. */
const LINGERS = 480;
/** While the service has been silent for this long, no answer is joined, because it may never answer the requests. */
const SILENT = MINUTE;
const MOST_ANSWERS = 200;

interface Running {
  packets: Observable<DataQueryResponse>;
  isOver: boolean;
}

const runningOf = perInstance(() => new ByQuery<Running>(MOST_ANSWERS));

/**
 * A refresh joins the answer of its panel that is still running. Otherwise, refreshes that are faster than answers would
 * never let one complete.
 */
export function oneAnswer(
  runs: Run[],
  request: Request,
  context: Context,
  answer: Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  return defer(() => {
    const { timezone, maxDataPoints, app } = request;
    const queries = runs.flatMap((run) => run.targets.map((target) => fieldsOf(target, run, request, context)));
    const key = JSON.stringify([queries, timezone, maxDataPoints, app]);
    const [answers, now] = [runningOf(context.operations), context.now()];
    const known = answers.find(key, request, now);
    if (known && !known.isOver && context.operations.silence < SILENT) {
      return known.packets;
    }
    const running: Running = {
      isOver: false,
      packets: answer.pipe(
        finalize(() => (running.isOver = true)),
        share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(LINGERS) })
      ),
    };
    answers.set(key, request, now, running);
    return running.packets;
  });
}
