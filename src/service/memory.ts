import { HOUR, MINUTE } from '../ground/spans';
import { memoize } from 'lodash';

/** Values by key. If their total weight is too large, the least recently used ones are removed. */
export class Recent<V> {
  private readonly values = new Map<string, V>();

  /** @param weigh the size of a value; by default, each counts as one */
  constructor(
    private readonly bound: number,
    private readonly weigh?: (value: V) => number
  ) {}

  /** The value of this key, which is now the most recently used. */
  get(key: string): V | undefined {
    const known = this.values.get(key);
    if (known !== undefined) {
      this.values.delete(key);
      this.values.set(key, known);
    }
    return known;
  }

  /** @returns the value */
  set(key: string, value: V): V {
    this.values.delete(key);
    this.values.set(key, value);
    this.trim(value);
    return value;
  }

  /** Call this when a value has grown. That one stays. */
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

  /** Keys and values, the most recently used last. */
  entries(): Iterable<[string, V]> {
    return this.values;
  }

  /** The total of all values. */
  get weight(): number {
    const { values, weigh } = this;
    return weigh ? [...values.values()].reduce((sum, value) => sum + weigh(value), 0) : values.size;
  }
}

/** Caches a result for an immutable object, as long as the object exists. For other values, it is computed each time. */
export function perObject<K, T>(make: (of: K) => T): (of: K) => T {
  const made = memoize(make);
  made.cache = new WeakMap();
  return (of) => (typeof of === 'object' && of !== null ? made(of) : make(of));
}

/** What one data source stores, by the function that creates it. */
export type Memories = Map<unknown, unknown>;

/** A separate memory for each data source: created at first use, and again after all are cleared. */
export function perInstance<T>(make: () => T): (of: { memories: Memories }) => T {
  return ({ memories }) => {
    const found = memories.has(make) ? (memories.get(make) as T) : make();
    memories.set(make, found);
    return found;
  };
}

/**
 * How long data remains valid before it is read again, in milliseconds. For metric data, the data source's setting applies
 * (`reuseFor`), except for its newest part. The events of an ended alert, and the names of systems, nodes, and metrics,
 * are valid forever.
 */
export const TRUSTED_FOR = {
  /** An answer, from when it was requested: the panels of a page send their requests within moments. */
  answer: 5_000,
  /** That the events of an alert could not be read. */
  failedEvents: MINUTE,
  /** That a pair of node and metric does not exist, which may have been a mistake. */
  absentPair: 5 * MINUTE,
  /** The earlier alerts of a metric. */
  search: HOUR,
};

export type Trusted = keyof typeof TRUSTED_FOR;

/** Whether it must be read again. @param at when it was read, by the same clock as `now` */
export function isStale(kind: Trusted, at: number, now: number): boolean {
  // Clocks can be set back.
  return now < at || now - at > TRUSTED_FOR[kind];
}
