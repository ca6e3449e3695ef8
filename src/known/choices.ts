import { from } from 'rxjs';
import { type Operations } from '../service/operations';
import { list, number, records, text } from '../service/read';
import { type Entry } from './follow';
import { type Choice, namesOf } from '../alertbook/names';

/** Where Grafana keeps what belongs to a user, for a plugin. */
export interface UserStorage {
  getItem: (key: string) => Promise<string | null>;
  setItem: (key: string, value: string) => Promise<void>;
}

/** Whose choices they are, and where they are kept. */
interface Place {
  operations: Operations;
  userStorage?: () => UserStorage | undefined;
  dataSource: { uid: string };
}

/** More than anybody looks through. */
const MOST_KEPT = 100;

/**
 * What the user chose in pickers, the newest first. Grafana keeps it for the user if it can (from 12.0 on); elsewhere it is
 * kept as long as the page. Reading and keeping never fail: pickers work without it.
 */
export function choicesOf(place: Place): Entry<Choice[]> {
  return { key: 'choices', start: () => from(kept(place)) };
}

/** Keeps a choice, so that it is offered the next time. */
export function choose(place: Place, choice: Choice): void {
  const isOther = (one: Choice) => keyOf(one) !== keyOf(choice);
  const all = kept(place).then((known) => [choice, ...known.filter(isOther)].slice(0, MOST_KEPT));
  namesOf(place.operations).choices = all;
  all.then((choices) => place.userStorage?.()?.setItem(keyIn(place), JSON.stringify(choices))).catch(() => undefined);
}

function kept(place: Place): Promise<Choice[]> {
  return (namesOf(place.operations).choices ??= stored(place));
}

async function stored(place: Place): Promise<Choice[]> {
  try {
    return readChoices(JSON.parse((await place.userStorage?.()?.getItem(keyIn(place))) || '[]'));
  } catch {
    return [];
  }
}

function keyIn({ dataSource }: Place): string {
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
