/** Numbers that look random. The same seed gives the same numbers. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  isTrue(chance = 0.5): boolean {
    return this.next() < chance;
  }

  /** Some of the values, in the same order. */
  some<T>(values: readonly T[], chance = 0.5): T[] {
    return values.filter(() => this.isTrue(chance));
  }
}

/** A number from 0 to 1, without 1, that only depends on these numbers. */
export function chanceOf(...numbers: number[]): number {
  return new Random(numbers.reduce((mixed, number) => Math.imul(mixed ^ Math.floor(number), 0x85ebca6b) + 1, 7)).next();
}
