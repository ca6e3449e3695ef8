import { defer, from, type Observable } from 'rxjs';

/** How long a room waits for the translations of its texts, in milliseconds: after that they are English. */
const TRANSLATIONS_TIMEOUT = 3000;

/**
 * Loads a room together with the translations, for whatever speaks to a person. Neither they nor the library behind them
 * are in the file that every panel loads. If the translations are late or do not load, texts are English.
 */
export function withWords<T>(load: () => Promise<T>): Promise<T> {
  const translated = import('./translations').then(({ ready }) => ready).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, TRANSLATIONS_TIMEOUT));
  return Promise.all([load(), Promise.race([translated, late])]).then(([room]) => room);
}

/** The same as a stream, loaded when somebody subscribes. */
export function withWords$<T>(load: () => Promise<T>): Observable<T> {
  return defer(() => from(withWords(load)));
}
