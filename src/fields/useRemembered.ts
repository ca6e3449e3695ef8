import { useEffect, useState } from 'react';
import { type Named } from '../answer/named';
import { type Context } from '../answer/runner';

/** What was named so far, for the names of stored ids: nothing is requested. */
export function useRemembered({ catalogue }: Pick<Context, 'catalogue'>): readonly Named[] {
  const [named, setNamed] = useState<readonly Named[]>([]);
  useEffect(() => {
    let gone = false;
    catalogue().then(
      (book) => {
        const seen = book.remembered();
        if (!gone && seen.length > 0) {
          setNamed(seen);
        }
      },
      // Without the catalogue's room there are ids.
      () => undefined
    );
    return () => {
      gone = true;
    };
  }, [catalogue]);
  return named;
}
