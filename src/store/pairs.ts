import { Recent } from '../service/recent';
import { type Span } from '../time/span';
import { LATE } from './holes';

/** As many pairs are remembered. */
const BOUND = 10_000;

/** Nothing was there, or it was refused as unknown: at which time, and which ranges that speaks for. */
interface Absence extends Span {
  at: number;
}

/** Which pairs of node and metric exist, as far as answers told: those that do not are not asked for again for a while. */
export class Pairs {
  private readonly known = new Recent<Absence | 'exists'>(BOUND);

  /** @param reuseFor milliseconds that an answer counts */
  constructor(private readonly reuseFor: number) {}

  isAbsent(pair: string, range: Span, now: number): boolean {
    const known = this.known.get(pair);
    const counts = known !== undefined && known !== 'exists' && now - known.at <= this.reuseFor;
    return counts && range.from >= known.from && range.to <= known.to;
  }

  isThere(pair: string): boolean {
    return this.known.get(pair) === 'exists';
  }

  exists(pair: string) {
    this.known.set(pair, 'exists');
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
      this.known.set(pair, { at: now, from: refused ? -Infinity : from, to: recent ? Infinity : to });
    }
  }

  clear() {
    this.known.clear();
  }
}
