import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { type Operations } from '../service/operations';
import { NameBook, type Named } from '../answer/named';
import { type Span } from '../time/span';

/**
 * The metrics of the range's alerts, as far as they are known without a request per alert: those of the alerts active at
 * its start and at its end. What cannot be read leaves them without.
 */
export function alertNames(
  operations: Operations,
  { from, to }: Span,
  now: number
): Observable<(alertId: string) => Named[]> {
  const none = () => of<Alert[]>([]);
  return forkJoin([
    listAlerts(operations, to < now ? to : undefined, true).pipe(catchError(none)),
    listAlerts(operations, from, true).pipe(catchError(none)),
  ]).pipe(
    map((lists) => {
      const books = new Map<string, NameBook>();
      for (const { id, metrics } of lists.flat()) {
        const book = books.get(id) ?? new NameBook();
        book.add(metrics ?? []);
        books.set(id, book);
      }
      return (alertId: string) => books.get(alertId)?.all() ?? [];
    })
  );
}
