import { catchError, type Observable, of, timeout } from 'rxjs';
import { withWords$ } from '../loading/lazy';

/** How long a packet waits for its words, in milliseconds. */
const WORDS_WAIT = 5000;

type Words = Pick<typeof import('./panelNotices'), 'stillWaiting' | 'withReading'>;

/** English, where words cannot be loaded: the files come from Grafana, which may be gone as well. */
const PLAIN: Words = {
  stillWaiting: () => 'No response from the service for 15 s. Still waiting.',
  withReading: (message, at) => `${message} Showing data from ${new Date(at).toISOString()}.`,
};

/** What is said of a service that does not answer. */
export function panelWords$(): Observable<Words> {
  return withWords$<Words>(() => import('./panelNotices')).pipe(
    timeout(WORDS_WAIT),
    catchError(() => of(PLAIN))
  );
}
