import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Tells of a choice once. Grafana's pickers tell of it again, from an older drawing, for as long as React has not drawn
 * what the pointer did before the click: whoever changes state each time draws again and again, until the tab stands
 * still. So a choice is compared with the newest value, and goes to the newest handler.
 *
 * @param value as it is stored now
 * @param same whether two values are one choice
 */
export function useChoice<T, Rest extends unknown[]>(
  value: T,
  onChange: (value: T, ...rest: Rest) => void,
  same: (one: T, other: T) => boolean = Object.is
): (value: T, ...rest: Rest) => void {
  const newest = useRef({ value, onChange, same });
  useLayoutEffect(() => {
    newest.current = { ...newest.current, onChange, same };
  });
  useLayoutEffect(() => {
    newest.current.value = value;
  }, [value]);
  return useCallback((chosen, ...rest) => {
    if (!newest.current.same(chosen, newest.current.value)) {
      newest.current.value = chosen;
      newest.current.onChange(chosen, ...rest);
    }
  }, []);
}
