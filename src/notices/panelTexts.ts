import { catchError, type Observable, of, timeout } from 'rxjs';
import { withTranslations$ } from '../loading/lazy';
import { closed } from './notices';

/** The longest wait of a packet for its texts, in milliseconds. */
const TEXTS_TIMEOUT = 5000;

export type PanelTexts = typeof import('./panelNotices');

/** English, for when texts can't be loaded: their files come from Grafana, which may be down as well. */
export const ENGLISH: PanelTexts = {
  andMore: (shown, count) => `${shown} and ${count} more`,
  noResponse: () => 'No usable response from the service.',
  nothingFound: () => 'Nothing found.',
  notInTime: () => 'Incomplete: the service took too long for a picture.',
  stillWaiting: () => 'No response from the service for 15 s. Still waiting.',
  unusedFilter: (key) => `The filter on "${key}" isn't supported here and was ignored.`,
  withReading: (message, at) => `${closed(message)} Showing data from ${new Date(at).toISOString()}.`,
};

/** Texts for a service that does not respond, and for notices of a panel. */
export function panelTexts$(): Observable<PanelTexts> {
  return withTranslations$<PanelTexts>(() => import('./panelNotices')).pipe(
    timeout(TEXTS_TIMEOUT),
    catchError(() => of(ENGLISH))
  );
}
