import { Spinner } from '@grafana/ui';
import React, { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
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

/**
 * A component that is loaded with its texts when it is first shown. It has its own boundary: without one, Grafana would
 * replace the whole page by its loading screen.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  // React's type of a lazy component does not take properties that are a type parameter.
  const Part = lazy(() => withTranslations(load)) as unknown as ComponentType<P>;
  return function LazyPart(props: P): ReactElement {
    return (
      <Suspense fallback={<Spinner />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
