import { type SeriesId, seriesKey } from '../query/series';
import { Recent } from '../service/recent';
import { trustedUntil } from '../service/trust';
import { type Span } from '../time/spans';
import { LATE } from './insert';

/** The maximum of stored pairs. */
const BOUND = 10_000;

/** There was no data, or the pair was refused as unknown: until when that counts, and for which ranges. */
interface Absence extends Span {
  until: number;
  /** The service's refusal. */
  refusal?: PairRefusal;
}

type PairRefusal = Pick<Error, 'message'>;

/** The key of a pair. A forecast may exist where metric data does not. */
export function pairKey(series: SeriesId & { aggregation: string }, type: 'metric' | 'forecast'): string {
  return seriesKey(series, type === 'metric' ? series.aggregation : type);
}

/** Which pairs of node and metric exist, according to answers. Missing ones are not requested again for a while. */
export class Pairs {
  private readonly known = new Recent<Absence | 'exists'>(BOUND);

  /** @param reuseFor milliseconds during which an empty answer counts */
  constructor(private readonly reuseFor: number) {}

  isAbsent(pair: string, range: Span, now: number): boolean {
    return this.absenceOf(pair, range, now) !== undefined;
  }

  /** Why the pair was refused, if it is missing for that reason. */
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
   * A pair with data in the past is never missing: its data may return.
   *
   * @param refusal as unknown, which counts for every range, but for an old range it only counts for old ones; an empty
   *   range (no refusal) counts for ranges in it and, if it ended now, for later ones
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
