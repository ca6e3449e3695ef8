import { filter, last, type Observable } from 'rxjs';
import { type WantedSeries } from '../answer/expand';
import { type Columns, concat } from '../corridors/columns';
import { type Onset, onsetOf } from '../corridors/onset';
import { spacingOf } from '../corridors/spacing';
import { DAY, MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
import { type Span } from '../time/span';
import { type Precedent, precedentOf } from './precedent';
import { type Latest } from './sentence';

/** How far back it is looked for a metric that was as far out before, in milliseconds, and by which points at best. */
const BEFORE = 30 * DAY;
const BEFORE_STEP = 15 * MINUTE;
const DAYS_BACK = 14 * DAY;

/** The finest points that there are, whatever the panel's width: the sentence is the same everywhere. */
export function readFinest(series: WantedSeries, range: Span, requests: number, store: Store): Observable<Snapshot> {
  return read(series, range, Number.MAX_SAFE_INTEGER, requests, store).pipe(last());
}

/** The 30 days before the end of the range, by points of 15 minutes, or coarser ones where the service has no such: what is kept of them, and all. */
export function readBefore(series: WantedSeries, { to }: Span, requests: number, store: Store): Observable<Snapshot> {
  return read(series, { from: to - BEFORE, to }, Math.ceil(BEFORE / BEFORE_STEP), requests, store).pipe(
    filter(({ done }, i) => done || i === 0)
  );
}

/** What was before a range in which nothing was: as long a time, two weeks at least, which are one request, 30 days at most. */
export function readBack(series: WantedSeries, { from, to }: Span, store: Store): Observable<Snapshot> {
  const back = Math.min(Math.max(to - from, DAYS_BACK), BEFORE);
  const requests = Math.ceil(BEFORE / DAYS_BACK);
  return read(series, { from: from - back, to: from }, Math.ceil(BEFORE / BEFORE_STEP), requests, store).pipe(last());
}

/** How it was when it was last measured; with its corridor where that is known. Null where nothing was. */
export function lastIn({ columns, step }: Snapshot): Onset | null {
  const all = concat(columns);
  const onset = onsetOf(all, spacingOf(columns, step).interval, 0);
  const latest = latestIn(all);
  const bare = {
    state: 'inside' as const,
    expectedFrom: null,
    expectedTo: null,
    deviation: null,
    edge: null,
    stay: null,
    unknown: null,
  };
  return !latest || onset?.at === latest.at ? onset : { ...bare, ...latest };
}

/** The newest point that has a value; null where none has. */
export function latestIn({ time, smoothened, length }: Columns): Latest | null {
  let i = length - 1;
  while (i >= 0 && Number.isNaN(smoothened[i])) {
    i--;
  }
  return i < 0 ? null : { at: time[i], value: smoothened[i] };
}

function read(
  { identity: { nodeId, metricId } }: WantedSeries,
  range: Span,
  maxDataPoints: number,
  requests: number,
  store: Store
): Observable<Snapshot> {
  return store.read({ nodeId, metricId, aggregation: '', granularity: 'auto', maxDataPoints, requests, ...range });
}

/** What these days tell of a metric that is outside. Before all of them are read only what nothing can change. */
export function precedentIn({ columns, step, done }: Snapshot, onset: Onset, end: number): Precedent | null {
  const worst = onset.deviation || (onset.stay?.worst ?? 0);
  const found = precedentOf(
    concat(columns),
    spacingOf(columns, step).interval,
    end - BEFORE,
    worst < 0 ? 'below' : 'above'
  );
  return done || found?.isKnown ? found : null;
}
