import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';

interface Props {
  id: string;
  value: ComboboxOption<string> | null;
  options: (search: string) => Promise<Array<ComboboxOption<string>>>;
  /** Receives the value of an option, a text that is not an option, or '' if the input was cleared. */
  onChange: (value: string) => void;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * Grafana's Combobox for any text. By itself, it discards typed text when the user clicks elsewhere, and on Enter, it
 * selects the first option of a list that may be older than the text. Therefore, typed text is handled here at once, and
 * the Combobox's reaction to the same key is ignored. The Combobox only reports options that were clicked, or selected
 * with the arrow keys. Enter and Tab after erasing the text clear the value.
 */
export function TypedCombobox({ onChange, ...props }: Props) {
  /** Typed text that has not been reported yet. Empty if the user erased it, null if there is none. */
  const typed = useRef<string | null>(null);
  /** Whether the last key reported the text. */
  const isTaken = useRef(false);
  const choose = useChoice(props.value?.value ?? '', onChange);
  const take = (value: string) => {
    typed.current = null;
    choose(value.trim());
  };
  const onInput = ({ target }: FormEvent) => {
    typed.current = target instanceof HTMLInputElement ? target.value : null;
    isTaken.current = false;
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { key } = event;
    keepOnEscape(event);
    const text = key === 'Enter' || key === 'Tab' ? typed.current : null;
    isTaken.current = text !== null;
    if (text !== null) {
      if (text.trim() === '') {
        closeList(event);
      }
      take(text);
    } else if (['Escape', 'ArrowDown', 'ArrowUp'].includes(key)) {
      typed.current = null;
    }
  };
  const onMouseDownCapture = ({ target }: MouseEvent) => {
    isTaken.current = false;
    // When an option is clicked, the input loses focus before the Combobox reports it.
    if (!(target instanceof HTMLInputElement)) {
      typed.current = null;
    }
  };
  const onBlur = () => {
    if (typed.current?.trim()) {
      take(typed.current);
    }
  };
  return (
    <div {...{ onInput, onKeyDownCapture, onMouseDownCapture, onBlur }}>
      <Combobox
        {...props}
        isClearable
        createCustomValue
        onChange={(option) => isTaken.current || take(option?.value ?? '')}
      />
    </div>
  );
}

/** Keeps the value on Escape. Without an open list to close, the Combobox would clear its input. */
export function keepOnEscape({ key, target, nativeEvent }: KeyboardEvent) {
  if (key === 'Escape' && target instanceof HTMLInputElement && target.getAttribute('aria-expanded') !== 'true') {
    Object.assign(nativeEvent, { preventDownshiftDefault: true });
  }
}

/** Closes the list without a choice: with an empty input, Enter and Tab would select the first option. */
function closeList(event: KeyboardEvent) {
  event.stopPropagation();
  event.target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}

/**
 * Reports a choice once. Grafana's Combobox reports it again from an older render until React has rendered what the
 * pointer did before the click: a handler that changes state each time would render endlessly, until the tab freezes.
 * Therefore, a choice is compared with the newest value, and passed to the newest handler.
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
