import { uniq } from 'lodash';
import { type CatalogueEntry } from '../catalogue/entries';
import { type SeriesId } from '../query/series';

const VARIABLE = String.raw`\$\w+|\$\{[^}]+\}|\[\[[^\]]+\]\]`;
const IS_VARIABLE = new RegExp(`^(?:${VARIABLE})$`);
/** Node and system ids are integers. */
const IS_NUMBER = /^\d+$/;
/** An alert's id: the interface shows UUIDs. */
const IS_WORD = /^[\w-]+$/;
const IS_PAIR = new RegExp(`^(\\d+|${VARIABLE})\\s*:\\s*(\\S.*)$`);

/** How a picker's ids look. `any`: they may hold anything, a comma too; `pair`: `<nodeId>:<metricId>`. */
export type IdForm = 'number' | 'word' | 'any' | 'pair';

/**
 * The ids that a typed or pasted text means: an entry by its id or by a name that only one has, several by a JSON list,
 * by lines, or by commas where each part is an id, a variable or an entry for sure. Else the text itself.
 */
export function readTyped(text: string, entries: readonly CatalogueEntry[], form: IdForm): string[] {
  const trimmed = text.trim();
  const known = entryOf(trimmed, entries);
  if (trimmed === '' || known) {
    return trimmed === '' ? [] : [known?.value ?? trimmed];
  }
  const listed = fromJson(trimmed) ?? parts(trimmed, /[\r\n\t]+/);
  if (listed.length > 1) {
    return uniq(listed.map((part) => entryOf(part, entries)?.value ?? part));
  }
  const certain = (part: string) =>
    IS_VARIABLE.test(part) ||
    entryOf(part, entries) !== undefined ||
    (form === 'number' && IS_NUMBER.test(part)) ||
    (form === 'word' && IS_WORD.test(part)) ||
    (form === 'pair' && pairOf(part) !== undefined);
  const cut = [/[,;]/, ...(form === 'any' || form === 'pair' ? [] : [/[,;\s]+/])]
    .map((separator) => parts(trimmed, separator))
    .find((pieces) => pieces.length > 1 && pieces.every(certain));
  return cut
    ? uniq(cut.map((part) => entryOf(part, entries)?.value ?? part))
    : listed.length === 1
      ? listed
      : [trimmed];
}

/** The entry that somebody means who typed an id, or a name that only one entry has. */
export function entryOf(text: string, entries: readonly CatalogueEntry[]): CatalogueEntry | undefined {
  const named = entries.filter((entry) => entry.text.toLowerCase() === text.toLowerCase());
  return entries.find((entry) => entry.value === text) ?? (named.length === 1 ? named[0] : undefined);
}

/** A typed `<nodeId>:<metricId>`, each a number or a variable and what follows; undefined where the text is none. */
export function pairOf(text: string): SeriesId | undefined {
  const [, nodeId, metricId] = IS_PAIR.exec(text.trim()) ?? [];
  return nodeId === undefined ? undefined : { nodeId, metricId: metricId.trim() };
}

function parts(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function fromJson(text: string): string[] | undefined {
  if (!/^\[[^[]/.test(text)) {
    return undefined;
  }
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === 'string' || typeof item === 'number')
      ? list.map((item) => String(item).trim())
      : undefined;
  } catch {
    return undefined;
  }
}
