import { sumBy } from 'lodash';
import { catchError, map, type Observable, of, switchMap, tap, throwError } from 'rxjs';
import { namesOf } from './names';
import { factsOf } from './facts';
import { type Anomaly, listAnomalies } from '../service/anomalies';
import { isFailure } from '../ground/failure';
import { type Operations } from '../service/operations';
import { type Span, DAY } from '../ground/spans';
import { type Entry } from './reader';

/** The anomalies of a range, with their metrics if the service has them. */
export function namedAnomalies(operations: Operations, range: Span): Entry<Anomaly[]> {
  return { key: `anomalies with names ${JSON.stringify(range)}`, start: () => listNamedAnomalies(operations, range) };
}

/** The same for the last month, read once. Never fails. If nothing was read, the next call tries again. */
export function namedInMonth(operations: Operations, now: number): Entry<Anomaly[]> {
  const inDays = (days: number) => listNamedAnomalies(operations, { from: now - days * DAY, to: now });
  const fetch = () =>
    inDays(30).pipe(
      catchError((failure: unknown) =>
        // The interface defines no longest range for anomalies, but a service may have one.
        isFailure(failure) && failure.kind === 'invalid' ? inDays(7) : throwError(() => failure)
      )
    );
  const start = () =>
    factsOf(operations)
      .read(['anomalies of the month'], { fetch, staleFor: 'session' }, () => now)
      .pipe(catchError(() => of([])));
  return { key: 'anomalies of the month', start };
}

/**
 * The anomalies of a range with their metrics: from the smaller answer, or from the one with data points if names are
 * missing and it has them, which is then stored.
 *
 * @param range epoch milliseconds
 */
function listNamedAnomalies(operations: Operations, { from, to }: Span): Observable<Anomaly[]> {
  const learned = namesOf(operations);
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
        tap((full) => (learned.needsDatapoints = countMetrics(full) > countMetrics(brief))),
        map((full) => (countMetrics(full) > countMetrics(brief) ? full : brief)),
        catchError(() => of(brief))
      );
    })
  );
}

function countMetrics(anomalies: readonly Anomaly[]): number {
  return sumBy(anomalies, ({ metrics }) => metrics.length);
}
