import { Spinner } from '@grafana/ui';
import React, { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { withTranslations } from './lazy';

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
