import { useEffect, useState } from 'react';
import { type BehaviorSubject, Subject } from 'rxjs';

const wanted = new Subject<void>();

/** Emits when the page on screen shall load its data again. */
export const again$ = wanted.asObservable();

/** Loads the data of the page on screen again, as its refresh button does. */
export function askAgain(): void {
  wanted.next();
}

/** The present value of a subject, and every later one. */
export function useObservable<T>(subject: BehaviorSubject<T>): T {
  const [value, setValue] = useState(subject.value);
  useEffect(() => {
    const subscription = subject.subscribe((next) => setValue(() => next));
    return () => subscription.unsubscribe();
  }, [subject]);
  return value;
}
