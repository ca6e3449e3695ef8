import { catchError, map, type Observable, of, switchMap, tap } from 'rxjs';
import { type Anomaly, listAnomalies } from '../service/anomalies';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/recent';
import { namedIn } from './nameBook';

/** Whether a service names an anomaly's metrics only where datapoints are requested; not shown in the interface. */
const learnedOf = perInstance((): { needsDatapoints?: boolean } => ({}));

/**
 * The anomalies of a range with the metrics they name: by the cheaper answer, and by the one with datapoints only where
 * names are missing and it has them, which is remembered.
 *
 * @param range epoch milliseconds
 */
export function namedAnomalies(
  operations: Operations,
  { from, to }: { from: number; to: number }
): Observable<Anomaly[]> {
  const learned = learnedOf(operations);
  if (learned.needsDatapoints) {
    return listAnomalies(operations, from, to, true);
  }
  return listAnomalies(operations, from, to).pipe(
    switchMap((brief) => {
      const nameless = brief.some(({ metrics, metricsAffected }) => metrics.length === 0 && metricsAffected !== 0);
      if (!nameless || learned.needsDatapoints === false) {
        return of(brief);
      }
      return listAnomalies(operations, from, to, true).pipe(
        tap((full) => (learned.needsDatapoints = namedIn(full).length > namedIn(brief).length)),
        map((full) => (namedIn(full).length > namedIn(brief).length ? full : brief)),
        catchError(() => of(brief))
      );
    })
  );
}
