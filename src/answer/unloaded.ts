import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { catchError, type Observable, of, throwError } from 'rxjs';
import { type QueryError, queryError, type Run } from './runner';

/** In English, because translations are files as well. */
const UNLOADED = "Couldn't load a file of the plugin. Refresh the panel, or reload the page.";

/** Whether a file of the plugin did not load. The next refresh loads it again. */
function isUnloaded(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError';
}

/** The errors of queries that all fail with one error. */
export function errorsOf({ targets }: Run, error: unknown): QueryError[] {
  return targets.map(({ refId }) => queryError(refId, isUnloaded(error) ? new Error(UNLOADED) : error));
}

/** The packets. If the code that builds them does not load, every query fails. */
export function orUnloaded(packets: Observable<DataQueryResponse>, runs: Run[]): Observable<DataQueryResponse> {
  return packets.pipe(
    catchError((error) => {
      const errors = runs.flatMap((run) => errorsOf(run, error));
      return isUnloaded(error)
        ? of({ data: [], errors, error: errors[0], state: LoadingState.Error })
        : throwError(() => error);
    })
  );
}
