import { type Context } from '../answer/runner';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { MINUTE } from '../settings';
import { type Span } from '../time/span';
import { type Chosen } from './chosen';

/** What was chosen longer ago says nothing of a refresh. */
const SERVES_FOR = 10 * MINUTE;
/** As many queries are remembered. */
const MOST_QUERIES = 100;

interface Last {
  chosen: Chosen;
  range: Span;
  at: number;
}

/** For each data source instance its own, by query. */
const rememberedOf = perInstance(() => new Recent<Last>(MOST_QUERIES));

/**
 * Which metrics a query chose the last time. At a refresh these are most likely the ones again: read together with the
 * alerts and anomalies that name them, they share the requests of the screen's other panels.
 */
export class LastChosen {
  private readonly byQuery: Recent<Last>;

  /** @param key what of the query decides on the choice */
  constructor(
    private readonly context: Pick<Context, 'operations' | 'now'>,
    private readonly key: string,
    private readonly range: Span
  ) {
    this.byQuery = rememberedOf(context.operations);
  }

  /** Undefined where the query did not run just before, or its range has moved farther than a refresh moves it. */
  get(): Chosen | undefined {
    const last = this.byQuery.get(this.key);
    const now = this.context.now();
    const { from, to } = this.range;
    const isSame = last && Math.abs(last.range.from - from) <= SERVES_FOR && Math.abs(last.range.to - to) <= SERVES_FOR;
    return isSame && now >= last.at && now - last.at <= SERVES_FOR ? last.chosen : undefined;
  }

  note(chosen: Chosen): void {
    this.byQuery.set(this.key, { chosen, range: this.range, at: this.context.now() });
  }
}
