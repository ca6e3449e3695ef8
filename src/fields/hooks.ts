import { useCallback, useLayoutEffect, useMemo, useRef, useEffect, useState } from 'react';
import { type CatalogueEntry } from '../catalogue/entries';
import { namesSeen } from '../answer/nameBook';
import { type Named } from '../service/alerts';
import { type Context, queryError } from '../answer/runner';
import { type Observable, type Subscription } from 'rxjs';

/**
 * Reports a choice once. Grafana's Combobox reports it again, from an older drawing, for as long as React has not drawn
 * what the pointer did before the click: a handler that changes state each time would draw again and again, until the tab
 * freezes. So a choice is compared with the newest value, and goes to the newest handler.
 *
 * @param value as it is stored now
 */
export function useChoice<T>(value: T, onChange: (value: T) => void): (value: T) => void {
  const newest = useRef({ value, onChange });
  useLayoutEffect(() => {
    newest.current.onChange = onChange;
  });
  useLayoutEffect(() => {
    newest.current.value = value;
  }, [value]);
  return useCallback((chosen) => {
    if (chosen !== newest.current.value) {
      newest.current.value = chosen;
      newest.current.onChange(chosen);
    }
  }, []);
}

/** What was named so far, for the names of stored ids: nothing is requested. */
export function useRemembered({ operations }: Pick<Context, 'operations'>): readonly Named[] {
  return useMemo(() => namesSeen(operations).all(), [operations]);
}

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
