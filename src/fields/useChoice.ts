import { useCallback, useLayoutEffect, useRef } from 'react';

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
