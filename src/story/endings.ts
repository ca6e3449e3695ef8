import { forkJoin, last, map, type Observable, of, startWith, takeUntil, timer, defaultIfEmpty } from 'rxjs';
import { concat } from '../corridors/columns';
import { COMPARED, type EndedBy, endedBy, usualOf } from '../judging/endedBy';
import { AFTER_ALL_OTHERS } from '../service/client';
import { DAY } from '../settings';
import { type Store } from '../store/store';
import { type AlertStory, type MetricStory } from './alert';

const WEEK = 7 * DAY;
/** The same hours of so many weeks are compared. */
const WEEKS = [0, 1, 2];
/** Metrics that are compared, the first that joined; each takes four short requests. */
const MOST_COMPARED = 6;
/** Nobody waits longer for it, in milliseconds. */
const PATIENCE = 15_000;

/**
 * How the metrics that are back came back, by the two hours up to now, or up to two hours after the alert's end. These
 * requests go out last.
 *
 * @returns null first; then what is known, without failures
 */
export function readEndings(
  rows: readonly MetricStory[],
  { span, now }: AlertStory,
  store: Store
): Observable<ReadonlyMap<MetricStory, EndedBy | null> | null> {
  const until = span.isOpen ? now : Math.min(now, (span.to ?? now) + COMPARED);
  const back = rows.flatMap((row) => {
    const onset = row.stay?.leftAt ?? row.metric.joinedAt;
    return row.stay && row.judgment?.state === 'inside' && onset !== null ? [{ row, onset }] : [];
  });
  if (back.length === 0) {
    return of(new Map());
  }
  const readUsual = ({ metric: { nodeId, metricId } }: MetricStory, to: number) =>
    store
      .read({
        nodeId: nodeId ?? '',
        metricId: metricId ?? '',
        aggregation: '',
        granularity: 'auto',
        maxDataPoints: COMPARED,
        from: to - COMPARED,
        to,
        late: AFTER_ALL_OTHERS,
      })
      .pipe(
        last(),
        map(({ columns }) => usualOf(concat(columns)))
      );
  const readEnding = ({ row, onset }: (typeof back)[number]) => {
    const first = Math.ceil((until - onset) / WEEK);
    const weeks = WEEKS.map((week) => readUsual(row, until - (first + week) * WEEK));
    return forkJoin([readUsual(row, until), forkJoin(weeks)]).pipe(
      map(
        ([present, before]) =>
          present &&
          endedBy(
            present,
            before.filter((week) => week !== null)
          )
      ),
      takeUntil(timer(PATIENCE)),
      defaultIfEmpty(null),
      map((ending) => [row, ending] as const)
    );
  };
  return forkJoin(back.slice(0, MOST_COMPARED).map(readEnding)).pipe(
    map((endings) => new Map(endings)),
    startWith(null)
  );
}
