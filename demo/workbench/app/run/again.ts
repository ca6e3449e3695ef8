import { Subject } from 'rxjs';

const wanted = new Subject<void>();

/** Emits when what is on screen is to be asked for again. */
export const again$ = wanted.asObservable();

/** Lets the page that is on screen ask again, as its refresh button does. */
export function askAgain(): void {
  wanted.next();
}
