import { defer, from, type Observable } from 'rxjs';

/**
 * Loads a room together with the translations, for whatever speaks to a person. Drawing a panel needs no words, so
 * neither they nor the library behind them are in the file that every panel loads. Where the translations cannot be
 * loaded the words are English.
 */
export function withWords<T>(load: () => Promise<T>): Promise<T> {
  const translated = import('./translations').then(({ ready }) => ready).catch(() => undefined);
  return Promise.all([load(), translated]).then(([room]) => room);
}

/** The same as a stream, loaded when somebody subscribes. */
export function withWords$<T>(load: () => Promise<T>): Observable<T> {
  return defer(() => from(withWords(load)));
}
