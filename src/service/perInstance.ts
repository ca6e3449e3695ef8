interface Instance {
  instance: object;
}

const memories: Array<WeakMap<object, unknown>> = [];

/** What each data source instance has of its own: made when it is first wanted, and gone with the instance. */
export function perInstance<T, Needed extends unknown[]>(
  make: (...needed: Needed) => T
): (of: Instance, ...needed: Needed) => T {
  const byInstance = new WeakMap<object, T>();
  memories.push(byInstance);
  return ({ instance }, ...needed) => {
    const found = byInstance.get(instance) ?? make(...needed);
    byInstance.set(instance, found);
    return found;
  };
}

/** Lets go of all that an instance has of its own; it is made anew when it is next wanted. */
export function forgetInstance({ instance }: Instance) {
  memories.forEach((byInstance) => byInstance.delete(instance));
}
