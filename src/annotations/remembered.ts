import { type Span } from '../time/span';

/** As many series are remembered, and so much of each. */
const MOST_SERIES = 200;
const MOST_ITEMS = 500;

interface Entry<T> {
  /** Epoch milliseconds. */
  read: number;
  items: T[];
}

/**
 * What the overlays of a data source last drew, by series: it stays on screen until the new answer is there (contract), and
 * where that fails. A new answer takes the place of what lies in its range; what lies elsewhere stays for other panels.
 */
export class Remembered<T> {
  private readonly entries = new Map<string, Entry<T>>();

  /**
   * @param meets whether an item would be drawn in a range
   * @param keptFor milliseconds after which nobody wants to see it any more
   */
  constructor(
    private readonly meets: (item: T, range: Span) => boolean,
    private readonly keptFor: number
  ) {}

  /** The items of the range as last read, and when that was; undefined where nothing is remembered. */
  of(key: string, range: Span, now: number): Entry<T> | undefined {
    const entry = this.entries.get(key);
    if (!entry || now - entry.read > this.keptFor || now < entry.read) {
      return undefined;
    }
    return { ...entry, items: entry.items.filter((item) => this.meets(item, range)) };
  }

  note(key: string, range: Span, now: number, items: readonly T[]): void {
    const others = (this.entries.get(key)?.items ?? []).filter((item) => !this.meets(item, range));
    this.entries.delete(key);
    this.entries.set(key, { read: now, items: [...items, ...others].slice(0, MOST_ITEMS) });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= MOST_SERIES) {
        break;
      }
      this.entries.delete(oldest);
    }
  }
}
