import { uniq } from 'lodash';
import { type CatalogueEntry } from '../answer/named';

const IS_VARIABLE = /^(\$\w+|\$\{[^}]+\}|\[\[[^\]]+\]\])$/;

/**
 * The ids that a typed or pasted text means: an entry by its id or by a name that only one has, or several with commas
 * between them where each is an entry, a variable, or an id for sure. Else the text itself.
 *
 * @param form how ids look; without it they may hold anything, a comma too
 */
export function readTyped(text: string, entries: readonly CatalogueEntry[], form?: RegExp): string[] {
  const whole = text.trim();
  const parts = whole
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isId = (part: string) => IS_VARIABLE.test(part) || form?.test(part) || entryOf(part, entries) !== undefined;
  const isList = parts.length > 1 && entryOf(whole, entries) === undefined && parts.every(isId);
  const named = isList ? parts : parts.length === 0 ? [] : [whole];
  return uniq(named.map((one) => entryOf(one, entries)?.value ?? one));
}

/** The entry that somebody means who typed an id, or a name that only one entry has. */
export function entryOf(text: string, entries: readonly CatalogueEntry[]): CatalogueEntry | undefined {
  const named = entries.filter((entry) => entry.text.toLowerCase() === text.toLowerCase());
  return entries.find((entry) => entry.value === text) ?? (named.length === 1 ? named[0] : undefined);
}
