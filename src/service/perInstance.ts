import { type Operations } from './operations';

/** What each data source instance has of its own: made when it is first wanted, and gone with the instance. */
export function perInstance<T, Needed extends unknown[]>(
  make: (...needed: Needed) => T
): (of: Pick<Operations, 'instance'>, ...needed: Needed) => T {
  const byInstance = new WeakMap<object, T>();
  return ({ instance }, ...needed) => {
    const found = byInstance.get(instance) ?? make(...needed);
    byInstance.set(instance, found);
    return found;
  };
}
