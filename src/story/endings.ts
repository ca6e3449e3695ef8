import { forkJoin, last as atLast, map, type Observable, of, timeout } from 'rxjs';
import { type CourseMetric } from '../alertbook/course';
import { pointsOf } from '../corridors/spacing';
import { BEFORE, type EndedBy, endingOf, type Return } from '../judging/endedBy';
import { AFTER_ALL_OTHERS } from '../service/client';
import { MINUTE } from '../settings';
import { type Store } from '../store/store';
import { type MetricStory } from './alert';

/** The two weeks are read at 15m: a panel of that many points has room for them. */
const POINTS = BEFORE / (15 * MINUTE);
/** Nobody waits longer for it, in milliseconds. */
const PATIENCE = 15_000;

/** How a metric came back, and the request that shows it. */
export interface Ending {
  endedBy: EndedBy | null;
  calls: string[];
}

/**
 * How the metrics that are back came back: their points since then, up to now or the alert's end, are compared with the two
 * weeks before they left. These take one request each, which goes out last.
 *
 * @returns once what is known, without failures
 */
export function readEndings(rows: readonly MetricStory[], store: Store): Observable<ReadonlyMap<MetricStory, Ending>> {
  const endings = rows.flatMap((row) => {
    const back = returnOf(row);
    return back ? [readEnding(row.metric, back, store).pipe(map((ending) => [row, ending] as const))] : [];
  });
  return endings.length > 0 ? forkJoin(endings).pipe(map((all) => new Map(all))) : of(new Map());
}

/** Null for a metric that is not back. */
function returnOf({ state, points, last, stay }: MetricStory): Return | null {
  const backAt = state === 'inside' ? last?.backAt : null;
  return points && last && backAt != null ? { leftAt: (stay ?? last).from, backAt, points } : null;
}

function readEnding({ nodeId, metricId }: CourseMetric, back: Return, store: Store): Observable<Ending> {
  const request = {
    nodeId: nodeId ?? '',
    metricId: metricId ?? '',
    aggregation: '',
    granularity: 'auto' as const,
    maxDataPoints: POINTS,
    from: back.leftAt - BEFORE,
    to: back.leftAt,
    late: AFTER_ALL_OTHERS,
  };
  return store.read(request).pipe(
    atLast(),
    map((before) => ({
      endedBy: endingOf(back, { ...pointsOf(before), aggregation: before.metadata.aggregation }),
      calls: before.calls,
    })),
    timeout({ first: PATIENCE, with: () => of({ endedBy: null, calls: [] }) })
  );
}
