import { last } from 'rxjs';
import { type Snapshot } from './snapshot';
import { type SeriesRequest, type Store } from './store';
import { type Entry } from './follow';

/** What a request reads. A metric that gets another turn is not read again. */
export function dataKey({ late: _, ...data }: Partial<SeriesRequest>): string {
  return JSON.stringify(data);
}

/** Metric data, emitted with each part that arrives, for answers with their own notices. */
export function metricData(request: SeriesRequest, store: Store): Entry<Snapshot> {
  return {
    key: `series ${dataKey(request)}`,
    start: () => store.read(request),
    isWhole: ({ isFetching, missing, leftOut }) => !isFetching && missing.length === 0 && leftOut === null,
    isNew: ({ answered, missing, isFetching }) => answered || !isFetching || missing.length > 0,
    calls: ({ calls }) => calls,
  };
}

/** The same, once everything has arrived. */
export function allMetricData(request: SeriesRequest, store: Store): Entry<Snapshot> {
  const entry = metricData(request, store);
  return { ...entry, key: `all ${entry.key}`, start: () => entry.start().pipe(last()) };
}
