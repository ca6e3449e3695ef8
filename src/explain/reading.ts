import { last, type Observable } from 'rxjs';
import { type WantedSeries } from '../answer/expand';
import { concat } from '../corridors/columns';
import { spacingOf } from '../corridors/spacing';
import { DAY } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
import { type Span } from '../time/span';
import { type Precedent, precedentOf } from './precedent';

/** How far back it is looked for a metric that was as far out before, in milliseconds. */
const USUAL = 30 * DAY;

/** The finest points that there are, whatever the panel's width: the sentence is the same everywhere. */
export function readFinest(
  { identity }: WantedSeries,
  range: Span,
  requests: number,
  store: Store
): Observable<Snapshot> {
  const { nodeId, metricId } = identity;
  const finest = { granularity: 'auto', maxDataPoints: Number.MAX_SAFE_INTEGER } as const;
  return store.read({ nodeId, metricId, aggregation: '', ...finest, requests, ...range }).pipe(last());
}

/** The 30 days before the end of the range, by quarter hours. */
export function readUsual({ identity }: WantedSeries, { to }: Span, requests: number, store: Store) {
  const { nodeId, metricId } = identity;
  const range = { from: to - USUAL, to };
  return store.read({ nodeId, metricId, aggregation: '', granularity: '15m', requests, ...range }).pipe(last());
}

/** What `readUsual` tells. */
export function precedentIn({ columns, step, range }: Snapshot): Precedent | null {
  return precedentOf(concat(columns), spacingOf(columns, step).interval, range.from);
}
