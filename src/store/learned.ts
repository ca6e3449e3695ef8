import { GRANULARITIES, type Granularity, STEP } from '../query/granularity';

/** When a query was refused (epoch milliseconds), and whether its range had ended long before. */
interface Refusal {
  at: number;
  old: boolean;
}

/** The granularities that `auto` tries, in order. */
interface Tries {
  /** What it would be if the service accepted everything. */
  wanted: Granularity;
  tries: Granularity[];
}

/**
 * What the answers for a node, metric, and aggregation have shown about accepted granularities. A granularity that was
 * accepted once is never given up: later refusals are about that moment or that range. Other refusals apply for
 * `reuseFor`. A limit of an old range does not affect newer ones.
 */
export class Learned {
  /** Step of the underlying series in milliseconds (interface: sourceGranularity), as newer and as older answers showed it. */
  private source = { recent: 0, old: 0 };
  /** Whether there was an answer, whatever it showed. */
  private isAnswered = false;
  private readonly accepted = new Set<Granularity>();
  private readonly refused = new Map<Granularity, Refusal>();

  accept(granularity: Granularity) {
    if (this.refused.has(granularity)) {
      // Then, other refusals meanwhile were about that moment, too.
      this.refused.clear();
    }
    this.accepted.add(granularity);
  }

  /** @param old whether the range had ended more than 24 h before */
  refuse(granularity: Granularity, at: number, old: boolean) {
    const known = this.refused.get(granularity);
    if (!this.accepted.has(granularity) && !(old && known && !known.old)) {
      this.refused.set(granularity, { at, old });
    }
  }

  /** No coarser one was answered either, so the refusals may have had another reason. */
  pardon(refused: readonly Granularity[]) {
    refused.forEach((granularity) => this.refused.delete(granularity));
  }

  /** @param old whether the span of the answer had ended more than 24 h before: older data may be stored coarser */
  noteSource(step: number | null, old: boolean) {
    this.isAnswered = true;
    const age = old ? 'old' : 'recent';
    this.source[age] = step ?? this.source[age];
  }

  /** Whether neither an answer nor a refusal has arrived yet. */
  get isUnknown(): boolean {
    return !this.isAnswered && this.refused.size === 0;
  }

  hasAccepted(granularity: Granularity): boolean {
    return this.accepted.has(granularity);
  }

  /** For a query with `auto`. The first of `tries` that is accepted counts. */
  triesFrom(chosen: Granularity, now: number, reuseFor: number, old: boolean): Tries {
    const enough = GRANULARITIES.filter((granularity) => STEP[granularity] >= STEP[chosen]);
    const refusalOf = (granularity: Granularity) => {
      const refusal = this.refused.get(granularity);
      return refusal && (old || !refusal.old) ? refusal : undefined;
    };
    const isRefused = (granularity: Granularity) => now - (refusalOf(granularity)?.at ?? -Infinity) <= reuseFor;
    const source = Math.max(this.source.recent, old ? this.source.old : 0);
    const possible = enough.filter((granularity) => STEP[granularity] >= source);
    const tries = possible.filter((granularity) => !isRefused(granularity));
    // A refused granularity is still requested, however long ago, even if its answers have shown since that the source is
    // coarser.
    const [wanted = '1h'] = enough.filter((granularity) => STEP[granularity] >= source || refusalOf(granularity));
    // If all were refused, the metric may not exist: two attempts find out.
    return { wanted, tries: tries.length > 0 ? tries : [...new Set<Granularity>([possible[0] ?? '1h', '1h'])] };
  }
}
