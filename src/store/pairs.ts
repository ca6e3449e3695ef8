import { LATE } from './holes';
import { type Span } from '../time/spans';

/** As many pairs are remembered. */
const BOUND = 10_000;

/** Nothing was there, or it was refused as unknown: at which time, and which ranges that speaks for. */
interface Absence extends Span {
  at: number;
}

/** Which pairs of node and metric exist, as far as answers told: those that do not are not asked for again for a while. */
export class Pairs {
  private readonly known = new Map<string, Absence | 'exists'>();

  /** @param reuseFor milliseconds that an answer counts */
  constructor(private readonly reuseFor: number) {}

  isAbsent(pair: string, range: Span, now: number): boolean {
    const known = this.known.get(pair);
    return (
      known !== undefined &&
      known !== 'exists' &&
      now - known.at <= this.reuseFor &&
      range.from >= known.from &&
      range.to <= known.to
    );
  }

  isThere(pair: string): boolean {
    return this.known.get(pair) === 'exists';
  }

  exists(pair: string) {
    this.set(pair, 'exists');
  }

  /**
   * What had data once is never absent: its data may come again.
   *
   * @param refused as unknown, which speaks for every range, where an old one speaks for old ones alone; an empty range
   *   speaks for what lies in it and, where it reached to the present, for what follows
   */
  isNot(pair: string, { from, to }: Span, now: number, refused: boolean) {
    if (this.known.get(pair) !== 'exists') {
      const recent = refused ? to >= now - LATE : to >= now - LATE / 24;
      this.set(pair, { at: now, from: refused ? -Infinity : from, to: recent ? Infinity : to });
    }
  }

  clear() {
    this.known.clear();
  }

  private set(pair: string, known: Absence | 'exists') {
    this.known.delete(pair);
    this.known.set(pair, known);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= BOUND) {
        return;
      }
      this.known.delete(oldest);
    }
  }
}
