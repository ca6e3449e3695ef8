import { defer, from, type Observable } from 'rxjs';

/** The longest wait for the translations of a module's texts, in milliseconds. After that, they are English. */
const TRANSLATIONS_TIMEOUT = 3000;

/**
 * Loads a module together with the translations, for everything with texts. Neither they nor their library are in the file
 * that every panel loads. If the translations are late or do not load, texts are English.
 */
export function withTranslations<T>(load: () => Promise<T>): Promise<T> {
  const translated = import('./translations').then(({ ready }) => ready).catch(() => undefined);
  return Promise.all([load(), orLate(translated)]).then(([module]) => module);
}

/** No timer is left once they have loaded. */
function orLate(translated: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, TRANSLATIONS_TIMEOUT);
  });
  return Promise.race([translated, late]).finally(() => clearTimeout(timer));
}

/** The same as a stream, loaded on the first subscription. */
export function withTranslations$<T>(load: () => Promise<T>): Observable<T> {
  return defer(() => from(withTranslations(load)));
}
