import { compact } from 'lodash';
import { forkJoin, last as atLast, map, type Observable, of, timeout } from 'rxjs';
import { type CourseMetric } from '../alertbook/course';
import { concat } from '../corridors/columns';
import { COMPARED, type EndedBy, endedBy, type Usual, usualOf } from '../judging/endedBy';
import { AFTER_ALL_OTHERS } from '../service/client';
import { DAY } from '../settings';
import { type Store } from '../store/store';
import { type AlertStory, type MetricStory, readableUntil } from './alert';

const WEEK = 7 * DAY;
/** The same hours of so many weeks are compared. */
const WEEKS = [0, 1, 2];
/** Nobody waits longer for it, in milliseconds. */
const PATIENCE = 15_000;

/** How a metric came back, and the requests that show it. */
export interface Ending {
  endedBy: EndedBy | null;
  calls: string[];
}

/**
 * How the metrics that are back came back, by the two hours up to now, or up to two hours after the alert's end: four short
 * requests each, which go out last.
 *
 * @returns once what is known, without failures
 */
export function readEndings(
  rows: readonly MetricStory[],
  story: AlertStory,
  store: Store
): Observable<ReadonlyMap<MetricStory, Ending>> {
  const { isOpen, to } = story.span;
  const now = readableUntil(story);
  const until = isOpen ? now : Math.min(now, (to ?? now) + COMPARED);
  const back = rows.filter(({ last, state }) => last && state === 'inside');
  const endings = back.map((row) => readEnding(row, until, store).pipe(map((ending) => [row, ending] as const)));
  return endings.length > 0 ? forkJoin(endings).pipe(map((all) => new Map(all))) : of(new Map());
}

function readEnding({ metric, last }: MetricStory, until: number, store: Store): Observable<Ending> {
  const onset = last?.leftAt ?? metric.joinedAt ?? until;
  const first = Math.ceil((until - onset) / WEEK);
  const weeksBefore = WEEKS.map((week) => readUsual(metric, until - (first + week) * WEEK, store));
  return forkJoin([readUsual(metric, until, store), ...weeksBefore]).pipe(
    map(([present, ...before]) => ({
      endedBy: present.usual && endedBy(present.usual, compact(before.map(({ usual }) => usual))),
      calls: [present, ...before].flatMap(({ calls }) => calls),
    })),
    timeout({ first: PATIENCE, with: () => of({ endedBy: null, calls: [] }) })
  );
}

function readUsual(
  { nodeId, metricId }: CourseMetric,
  to: number,
  store: Store
): Observable<{ usual: Usual | null; calls: string[] }> {
  const request = {
    nodeId: nodeId ?? '',
    metricId: metricId ?? '',
    aggregation: '',
    granularity: 'auto' as const,
    maxDataPoints: COMPARED,
    from: to - COMPARED,
    to,
    late: AFTER_ALL_OTHERS,
  };
  return store.read(request).pipe(
    atLast(),
    map(({ columns, calls }) => ({ usual: usualOf(concat(columns)), calls }))
  );
}
