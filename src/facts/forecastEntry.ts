import { concat, defer, map, of } from 'rxjs';
import { decodeForecast, type Forecast } from '../ground/decode';
import { factsOf } from './facts';
import { type Entry } from './follow';
import { type Operations } from '../service/operations';

export interface ForecastRead {
  /** Null until one has arrived. */
  forecast: Forecast | null;
  /** When it was read, epoch milliseconds. */
  at: number;
  /** The requests for it, one per line. */
  calls: string[];
}

/** A forecast. The last one stays until the next one arrives, so that no packet shows less than the previous answer. */
export function forecastOf(
  nodeId: string,
  metricId: string,
  { operations }: { operations: Operations }
): Entry<ForecastRead> {
  const key = ['forecast', nodeId, metricId];
  return {
    key: JSON.stringify(key),
    start: () =>
      defer(() => {
        const facts = factsOf(operations);
        const known = facts.known<ForecastRead>(key).data ?? { forecast: null, at: NaN };
        // Filled when the request is sent, so that a failure shows it, too.
        const calls: string[] = [];
        const fetch = () =>
          operations
            .with({ note: (call) => calls.push(call) })
            .getForecast(nodeId, metricId, decodeForecast, 1)
            .pipe(map((forecast): ForecastRead => ({ forecast, at: Date.now(), calls })));
        return concat(of({ ...known, calls }), facts.read(key, { fetch, staleFor: 'answer' }, Date.now));
      }),
    isNew: ({ forecast }) => forecast !== null,
  };
}
