import { concat, defer, map, of } from 'rxjs';
import { decodeForecast, type Forecast } from '../corridors/forecast';
import { seriesKey } from '../query/series';
import { type Entry } from '../known/follow';
import { type Operations } from '../service/operations';
import { type Store } from '../store/store';

export interface ForecastRead {
  /** Null until one has arrived. */
  forecast: Forecast | null;
  /** When it was read, epoch milliseconds. */
  at: number;
  /** The requests for it, one per line. */
  calls: string[];
}

/** What is needed to read a forecast. */
interface Sources {
  operations: Operations;
  store: Store;
}

/** A forecast. The last one stays until the next one arrives, so that no packet shows less than the previous answer. */
export function forecastOf(nodeId: string, metricId: string, { operations, store }: Sources): Entry<ForecastRead> {
  const key = seriesKey({ nodeId, metricId });
  return {
    key: `forecast ${key}`,
    start: () =>
      defer(() => {
        const calls: string[] = [];
        const next = operations
          .with({ note: (call) => calls.push(call) })
          .getForecast(nodeId, metricId, decodeForecast, 1)
          .pipe(map((forecast) => ({ ...store.forecasts.set(key, { forecast, at: Date.now() }), calls })));
        return concat(of({ ...(store.forecasts.get(key) ?? { forecast: null, at: NaN }), calls }), next);
      }),
    isNew: ({ forecast }) => forecast !== null,
  };
}
