import { Recent } from '../service/recent';
import { trustedUntil } from '../service/trust';
import { type Span } from '../time/spans';
import { LATE } from './take';

/** This many pairs are remembered. */
const BOUND = 10_000;

/** Nothing was there, or the pair was refused as unknown: until when that counts, and for which ranges. */
interface Absence extends Span {
  until: number;
  /** The service's refusal. */
  refusal?: PairRefusal;
}

type PairRefusal = Pick<Error, 'message'>;

/** Which pairs of node and metric exist, as far as answers showed: those that do not are not requested again for a while. */
export class Pairs {
  private readonly known = new Recent<Absence | 'exists'>(BOUND);

  /** @param reuseFor milliseconds that an empty answer counts */
  constructor(private readonly reuseFor: number) {}

  isAbsent(pair: string, range: Span, now: number): boolean {
    return this.absenceOf(pair, range, now) !== undefined;
  }

  /** Why the pair was refused, if it is absent for that reason. */
  refusalOf(pair: string, range: Span, now: number): PairRefusal | undefined {
    return this.absenceOf(pair, range, now)?.refusal;
  }

  private absenceOf(pair: string, range: Span, now: number): Absence | undefined {
    const known = this.known.get(pair);
    if (known === undefined || known === 'exists' || now > known.until) {
      return undefined;
    }
    return range.from >= known.from && range.to <= known.to ? known : undefined;
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
   * @param refusal as unknown, which counts for every range, but for an old range it counts for old ones only; an empty range
   *   (no refusal) counts for what is in it and, if it reached to the present, for what follows
   */
  isNot(pair: string, { from, to }: Span, now: number, refusal?: PairRefusal) {
    if (this.isThere(pair)) {
      return;
    }
    const recent = to >= now - (refusal ? LATE : LATE / 24);
    const until = refusal ? trustedUntil('refusedPair', now, this.reuseFor) : now + this.reuseFor;
    this.known.set(pair, { until, refusal, from: refusal ? -Infinity : from, to: recent ? Infinity : to });
  }

  clear() {
    this.known.clear();
  }
}
