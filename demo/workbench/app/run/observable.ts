import { useEffect, useState } from 'react';
import { type BehaviorSubject } from 'rxjs';

/** The current value of a subject, and every later one. */
export function useObservable<T>(subject: BehaviorSubject<T>): T {
  const [value, setValue] = useState(subject.value);
  useEffect(() => {
    const subscription = subject.subscribe((next) => setValue(() => next));
    return () => subscription.unsubscribe();
  }, [subject]);
  return value;
}
