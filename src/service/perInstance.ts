import { type Operations } from './operations';

/** What each data source instance has of its own: made when it is first wanted, and gone with the instance. */
export function perInstance<T>(make: () => T): (of: Pick<Operations, 'instance'>) => T {
  const byInstance = new WeakMap<object, T>();
  return ({ instance }) => {
    const found = byInstance.get(instance) ?? make();
    byInstance.set(instance, found);
    return found;
  };
}
