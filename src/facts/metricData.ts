import { catchError, concat, defer, last, map, of, throwError } from 'rxjs';
import { decodeForecast, type Forecast } from '../ground/decode';
import { isDeclined, type ServiceFailure } from '../ground/failure';
import { type SeriesId } from '../ground/series';
import { factsOf, type ReadContext } from './facts';
import { type Snapshot } from './snapshot';
import { type SeriesRequest, type Store } from './store';
import { type Entry } from './reader';

/** What a request reads. A metric that gets another rank is not read again. */
export function dataKey({ rank: _, ...data }: Partial<SeriesRequest>): string {
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

/** A forecast, as it is kept. */
export interface ForecastRead {
  /** Null until one has arrived. */
  forecast: Forecast | null;
  /** When it was read, epoch milliseconds. */
  at: number;
  /** The requests for it, one per line. */
  calls: string[];
  /** Why a pair that may not exist has none. */
  refusal?: ServiceFailure;
}

/**
 * A forecast. The last one stays until the next one arrives, so that no packet shows less than the previous answer.
 *
 * @param mayBeAbsent it is of a pair that may not exist. If it does not, it is not requested again for a while
 */
export function forecastOf(
  { nodeId, metricId }: SeriesId,
  mayBeAbsent: boolean,
  { operations }: Pick<ReadContext, 'operations'>
): Entry<ForecastRead> {
  const key = ['forecast', nodeId, metricId, mayBeAbsent];
  return {
    key: JSON.stringify(key),
    start: () =>
      defer(() => {
        const facts = factsOf(operations);
        const known: Omit<ForecastRead, 'calls'> = facts.known<ForecastRead>(key).data ?? { forecast: null, at: NaN };
        // Filled when the request is sent, so that a failure shows it, too.
        const calls: string[] = [];
        const fetch = () =>
          operations
            .with({ note: (call) => calls.push(call) })
            .getForecast(nodeId, metricId, decodeForecast, 1)
            .pipe(
              map((forecast): ForecastRead => ({ forecast, at: Date.now(), calls })),
              catchError((refusal: ServiceFailure) =>
                mayBeAbsent && isDeclined(refusal)
                  ? of<ForecastRead>({ forecast: null, at: NaN, calls, refusal })
                  : throwError(() => refusal)
              )
            );
        const isAbsent = mayBeAbsent && (known.refusal !== undefined || known.forecast?.isEmpty === true);
        const staleFor = isAbsent ? 'absentPair' : 'answer';
        return concat(of({ ...known, calls }), facts.read(key, { fetch, staleFor }, Date.now));
      }),
    isNew: ({ forecast }) => forecast !== null,
  };
}
