import { type Context } from '../answer/runner';
import { perInstance } from '../service/recent';
import { list, number, records, text } from '../service/read';
import { type CatalogueEntry } from './entries';

/** What a user chose or typed in a picker. */
export interface Choice extends Pick<CatalogueEntry, 'value' | 'text' | 'detail' | 'namedAt'> {
  /** In which list, such as `nodes`. */
  list: string;
  /** The IDs that the list was narrowed to: of a metric its nodes. Empty: it was not. */
  within: string[];
}

/** More than anybody looks through. */
const MOST_KEPT = 100;

/**
 * What the user chose in pickers, the newest first; one per data source. Grafana keeps it for the user if it can (from
 * 12.0 on); elsewhere it is kept as long as the page. Reading and keeping never fail: pickers work without it.
 */
class Choices {
  private kept?: Promise<Choice[]>;

  constructor(private readonly context: Context) {}

  all(): Promise<Choice[]> {
    this.kept ??= this.read();
    return this.kept;
  }

  add(choice: Choice): void {
    const isOther = (one: Choice) => keyOf(one) !== keyOf(choice);
    this.kept = this.all().then((known) => [choice, ...known.filter(isOther)].slice(0, MOST_KEPT));
    this.kept.then((kept) => this.storage?.setItem(this.key, JSON.stringify(kept))).catch(() => undefined);
  }

  private async read(): Promise<Choice[]> {
    try {
      return readChoices(JSON.parse((await this.storage?.getItem(this.key)) || '[]'));
    } catch {
      return [];
    }
  }

  private get storage() {
    return this.context.userStorage?.();
  }

  private get key() {
    return `choices-${this.context.dataSource.uid}`;
  }
}

/** The choices of a data source's user. */
export const choicesOf = perInstance((context: Context) => new Choices(context));

function keyOf(choice: Choice): string {
  return JSON.stringify([choice.list, choice.value, choice.within]);
}

function readChoices(stored: unknown): Choice[] {
  return records(stored).flatMap((one) => {
    const value = text(one.value);
    const within = list(one.within).flatMap((id) => text(id) ?? []);
    const rest = { detail: text(one.detail) ?? undefined, namedAt: number(one.namedAt) ?? undefined };
    return value ? [{ ...rest, value, text: text(one.text) || value, list: text(one.list) ?? '', within }] : [];
  });
}
