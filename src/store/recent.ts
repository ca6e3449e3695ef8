/** Values by key, made when they are first asked for; the least recently used leave where they weigh too much. */
export class Recent<V> {
  private readonly values = new Map<string, V>();

  constructor(
    private readonly bound: number,
    private readonly make: () => V,
    private readonly weigh: (value: V) => number = () => 1
  ) {}

  /** The value of that key; from now on it is the most recently used. */
  open(key: string): V {
    const known = this.values.get(key);
    const value = known ?? this.make();
    this.values.delete(key);
    this.values.set(key, value);
    if (known === undefined) {
      this.trim(value);
    }
    return value;
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
        weight -= this.weigh(value);
      }
    }
  }

  /** Of all values. */
  get weight(): number {
    let sum = 0;
    for (const value of this.values.values()) {
      sum += this.weigh(value);
    }
    return sum;
  }

  clear() {
    this.values.clear();
  }
}
