import { from } from 'rxjs';
import { type Context } from '../answer/runner';
import { list, number, records, text } from '../service/read';
import { type Entry } from '../known/follow';
import { type Choice, namesOf } from '../alertbook/names';

/** More than anyone would read. */
const MOST_KEPT = 100;

/**
 * The user's choices in pickers, newest first. Grafana stores them for the user if it can (since 12.0). Otherwise, they
 * are kept until the page closes. Reading and storing never fail: pickers work without it.
 */
export function choicesOf(context: Context): Entry<Choice[]> {
  return { key: 'choices', start: () => from(kept(context)) };
}

/** Stores a choice, so that it is an option next time. */
export function choose(context: Context, choice: Choice): void {
  const isOther = (one: Choice) => keyOf(one) !== keyOf(choice);
  const all = kept(context).then((known) => [choice, ...known.filter(isOther)].slice(0, MOST_KEPT));
  namesOf(context.operations).choices = all;
  all
    .then((choices) => context.userStorage?.()?.setItem(keyIn(context), JSON.stringify(choices)))
    .catch(() => undefined);
}

function kept(context: Context): Promise<Choice[]> {
  return (namesOf(context.operations).choices ??= stored(context));
}

async function stored(context: Context): Promise<Choice[]> {
  try {
    return readChoices(JSON.parse((await context.userStorage?.()?.getItem(keyIn(context))) || '[]'));
  } catch {
    return [];
  }
}

function keyIn({ dataSource }: Context): string {
  return `choices-${dataSource.uid}`;
}

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
