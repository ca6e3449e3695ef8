import { from, map, switchMap } from 'rxjs';
import { type Calls, type Runner, withCalls } from '../../src/table/runner';
import { completed, descriptorOf, runnersOf } from '../../src/families/families';
import { type AnomalyQuery } from '../../src/ground/query';

/** Runs stored queries of one type with the runner of the type's descriptor. Frames have their calls. */
export const runAny: Runner<AnomalyQuery> = (targets, request, context) => {
  const calls: Calls = new Map();
  return from(descriptorOf(targets[0]).runner()).pipe(
    switchMap((run) => run(targets.map(completed), request, { ...context, calls })),
    map((packet) => ({ ...packet, data: withCalls(packet.data, calls) }))
  );
};

/** The overlays of stored metric queries. */
export const runOverlays: Runner<AnomalyQuery> = (targets, request, context) =>
  from(runnersOf(completed({ refId: '', queryType: 'metric', overlay: 'alerts' }))[1]()).pipe(
    switchMap((run) =>
      run(
        targets.map((target) => completed({ queryType: 'metric', ...target })),
        request,
        context
      )
    )
  );
