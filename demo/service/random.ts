import { createHash } from 'node:crypto';

// Everything that looks random here is a pure function of a seed and a place. Thus, any part of a series can be computed
// on its own, and a restart with the same seed gives the same numbers.

// Looked up once: the functions below are called millions of times, and in a test runner's context, each access to a
// global is slow.
const { imul, floor } = Math;

/** A 32-bit seed from anything with a name. */
export function seedOf(...parts: Array<string | number>): number {
  const text = parts.join('\u0000');
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** 0 (included) to 1 (excluded), the same for the same seed and place. `place` is an integer. */
export function unit(seed: number, place: number): number {
  // The low and the high half of the place are mixed one after the other: places are minutes since 1970, and larger.
  let h = imul(seed ^ (place | 0), 0x9e3779b1);
  h ^= floor(place / 0x1_0000_0000) | 0;
  h = imul(h ^ (h >>> 16), 0x85ebca6b);
  h = imul(h ^ (h >>> 13), 0xc2b2ae35);
  h ^= h >>> 16;
  return (h >>> 0) / 0x1_0000_0000;
}

/** A smooth curve between -1 and 1 that turns about once per unit of `x`. */
export function noise(seed: number, x: number): number {
  const left = floor(x);
  const part = x - left;
  const ease = part * part * (3 - 2 * part);
  const a = unit(seed, left);
  return 2 * (a + (unit(seed, left + 1) - a) * ease) - 1;
}

/** Draws one number after another, for a setup that runs once. */
export class Random {
  private drawn = 0;

  constructor(private readonly seed: number) {}

  /** 0 to 1. */
  next(): number {
    return unit(this.seed, ++this.drawn);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  pick<T>(list: readonly T[]): T {
    return list[floor(this.next() * list.length)];
  }

  /** Gaps between independent events, `mean` on average. */
  gap(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }
}

/** An ID that looks like a UUID (version 4), the same for the same text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').split('');
  hex[12] = '4';
  hex[16] = '89ab'[parseInt(hex[16], 16) % 4];
  const h = hex.join('');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20, 32)}`;
}
