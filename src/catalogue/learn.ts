import { type Context } from '../answer/runner';
import { type Naming } from './names';

/** Remembers the names in what was read, for pickers. The pickers do without where their room cannot be loaded. */
export function learn(context: Context, resources: readonly Naming[]): void {
  if (resources.length > 0) {
    context.catalogue().then(
      (catalogue) => catalogue.learn(resources),
      () => undefined
    );
  }
}
