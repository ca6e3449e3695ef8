/** Values by key; the least recently used leave where they weigh too much. */
export class Recent<V> {
  private readonly values = new Map<string, V>();

  /** @param weigh what a value weighs; where it is not said the bound is how many there may be */
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
