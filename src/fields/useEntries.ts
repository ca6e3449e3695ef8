import { useEffect, useRef, useState } from 'react';
import { type Observable, type Subscription } from 'rxjs';
import { queryError } from '../answer/runner';
import { type CatalogueEntry } from '../answer/catalogue';

interface Entries {
  /** Asks for the entries; gives none where they cannot be read or the picker is gone. Never fails. */
  load: () => Promise<CatalogueEntry[]>;
  /** What the last reading found. */
  entries: CatalogueEntry[];
  /** Why the last reading failed. */
  error?: string;
  /** Whether the last reading found nothing. */
  empty: boolean;
}

/** Reads a picker's entries when they are requested; a picker that goes away stops its requests. */
export function useEntries(source: () => Observable<CatalogueEntry[]>): Entries {
  const [state, setState] = useState<Omit<Entries, 'load'>>({ entries: [], empty: false });
  const underWay = useRef<Subscription>(undefined);
  useEffect(() => () => underWay.current?.unsubscribe(), []);

  const load = () =>
    new Promise<CatalogueEntry[]>((resolve) => {
      underWay.current?.unsubscribe();
      underWay.current = source().subscribe({
        next: (entries) => {
          setState({ entries, empty: entries.length === 0 });
          resolve(entries);
        },
        error: (error: unknown) => {
          setState({ entries: [], error: queryError('', error).message, empty: false });
          resolve([]);
        },
      });
      underWay.current.add(() => resolve([]));
    });
  return { load, ...state };
}
