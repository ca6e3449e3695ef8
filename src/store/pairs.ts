import { Recent } from '../service/recent';
import { MINUTE } from '../settings';
import { type Span } from '../time/spans';
import { LATE } from './take';

/** This many pairs are remembered. */
const BOUND = 10_000;

/** A pair that was refused as unknown is requested again after this time, in milliseconds: the refusal may have been a mistake. */
const REFUSED_FOR = 5 * MINUTE;

/** Nothing was there, or the pair was refused as unknown: until when that counts, and for which ranges. */
interface Absence extends Span {
  until: number;
}

/** Which pairs of node and metric exist, as far as answers showed: those that do not are not requested again for a while. */
export class Pairs {
  private readonly known = new Recent<Absence | 'exists'>(BOUND);

  /** @param reuseFor milliseconds that an empty answer counts */
  constructor(private readonly reuseFor: number) {}

  isAbsent(pair: string, range: Span, now: number): boolean {
    const known = this.known.get(pair);
    if (known === undefined || known === 'exists' || now > known.until) {
      return false;
    }
    return range.from >= known.from && range.to <= known.to;
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
   * @param refused as unknown, which counts for every range, but for an old range it counts for old ones only; an empty range
   *   counts for what is in it and, if it reached to the present, for what follows
   */
  isNot(pair: string, { from, to }: Span, now: number, refused: boolean) {
    if (this.isThere(pair)) {
      return;
    }
    const recent = to >= now - (refused ? LATE : LATE / 24);
    const until = now + (refused ? Math.min(REFUSED_FOR, this.reuseFor) : this.reuseFor);
    this.known.set(pair, { until, from: refused ? -Infinity : from, to: recent ? Infinity : to });
  }

  clear() {
    this.known.clear();
  }
}
