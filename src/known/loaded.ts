import { defer, from } from 'rxjs';
import { type Entry } from './follow';

/** A room that is loaded when it is first wanted. It is no news: what it reads and draws is. */
export function loaded<T>(name: string, load: () => Promise<T>): Entry<T> {
  return { key: `room ${name}`, start: () => defer(() => from(load())), isNew: () => false };
}
