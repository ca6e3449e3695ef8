import { ready } from './translations';

/** The longest wait for the translations, in milliseconds. */
const TRANSLATIONS_TIMEOUT = 3000;

/** Done once texts are in the user's language. If the translations are late or do not load, texts are English. */
export function translated(): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, TRANSLATIONS_TIMEOUT);
  });
  const loaded = ready.catch(() => undefined);
  return Promise.race([loaded, late]).finally(() => clearTimeout(timer));
}

/** Loads a module with texts. */
export function withTranslations<T>(load: () => Promise<T>): Promise<T> {
  return Promise.all([load(), translated()]).then(([module]) => module);
}
