import { memoize } from 'lodash';

/** Values by key; if they weigh too much, the least recently used ones are removed. */
export class Recent<V> {
  private readonly values = new Map<string, V>();

  /** @param weigh the size of a value; by default each counts as one */
  constructor(
    private readonly bound: number,
    private readonly weigh?: (value: V) => number
  ) {}

  /** The value of that key, from now on the most recently used. */
  get(key: string): V | undefined {
    const known = this.values.get(key);
    if (known !== undefined) {
      this.values.delete(key);
      this.values.set(key, known);
    }
    return known;
  }

  /** The newest value that fits. */
  first(fits: (value: V) => boolean): V | undefined {
    return [...this.values.values()].reverse().find(fits);
  }

  /** @returns the value */
  set(key: string, value: V): V {
    this.values.delete(key);
    this.values.set(key, value);
    this.trim(value);
    return value;
  }

  delete(key: string) {
    this.values.delete(key);
  }

  /** To be called when a value has grown; that one stays. */
  trim(grown: V) {
    let { weight } = this;
    for (const [key, value] of this.values) {
      if (weight <= this.bound) {
        return;
      }
      if (value !== grown) {
        this.values.delete(key);
        weight -= this.weigh?.(value) ?? 1;
      }
    }
  }

  /** Of all values. */
  get weight(): number {
    const { values, weigh } = this;
    return weigh ? [...values.values()].reduce((sum, value) => sum + weigh(value), 0) : values.size;
  }

  clear() {
    this.values.clear();
  }
}

/** What follows from an object that never changes: it is made once, and kept as long as the object is. Of other values it is made each time. */
export function perObject<K, T>(make: (of: K) => T): (of: K) => T {
  const made = memoize(make);
  made.cache = new WeakMap();
  return (of) => (typeof of === 'object' && of !== null ? made(of) : make(of));
}

/** What one data source keeps, by what makes it. */
export type Memories = Map<unknown, unknown>;

/** A memory that each data source has of its own: made at first use, and again after all are cleared. */
export function perInstance<T, Needed extends unknown[]>(
  make: (...needed: Needed) => T
): (of: { memories: Memories }, ...needed: Needed) => T {
  return ({ memories }, ...needed) => {
    const found = memories.has(make) ? (memories.get(make) as T) : make(...needed);
    memories.set(make, found);
    return found;
  };
}
