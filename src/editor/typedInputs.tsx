import { Combobox, type ComboboxOption, MultiCombobox } from '@grafana/ui';
import React, {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';

/* Grafana's lists for any text. By themselves, they discard typed text when the user clicks elsewhere, and on Enter, they
   select the first option of a list that may be older than the text. Therefore, typed text is handled here at once. */

type Options = Array<ComboboxOption<string>> | ((search: string) => Promise<Array<ComboboxOption<string>>>);

interface Common {
  id: string;
  options: Options;
  placeholder?: string;
}

interface SingleProps extends Common {
  value: ComboboxOption<string> | null;
  /** Receives the value of an option, a text that is not an option, or '' if the input was cleared. */
  onChange: (value: string) => void;
}

/**
 * One text. The Combobox's reaction to a key that reported a text is ignored: it only reports options that were clicked, or
 * selected with the arrow keys. Enter and Tab after erasing the text clear the value.
 */
export function TypedCombobox({ onChange, options, ...props }: SingleProps) {
  const choose = useChoice(props.value?.value ?? '', onChange);
  const { isTaken, ...handlers } = useTypedText((text) => choose(text.trim()), true);
  return (
    <div {...handlers}>
      <Combobox
        {...props}
        options={options}
        isClearable
        createCustomValue
        onChange={(option: ComboboxOption<string> | null) => isTaken.current || choose(option?.value ?? '')}
      />
    </div>
  );
}

interface SeveralProps extends Common {
  value: Array<ComboboxOption<string>>;
  /** Receives all values after one was chosen or removed. */
  onChange: (values: string[]) => void;
  /** Receives a typed text. */
  onType: (text: string) => void;
}

/** Several texts. */
export function TypedMultiCombobox({ onChange, onType, ...props }: SeveralProps) {
  const { isTaken: _, ...handlers } = useTypedText((text) => text.trim() && onType(text.trim()), false);
  return (
    <div {...handlers}>
      <MultiCombobox
        {...props}
        createCustomValue
        onChange={(options) => onChange(options.map((option) => option.value))}
      />
    </div>
  );
}

/**
 * Handlers for the element around an input that report typed text on Enter, on Tab, and when the input loses the focus.
 *
 * @param isSingle whether an erased text is reported, too
 */
function useTypedText(take: (text: string) => void, isSingle: boolean) {
  /** Typed text that has not been reported yet. Empty if the user erased it, null if there is none. */
  const typed = useRef<string | null>(null);
  /** Whether the last key reported the text. */
  const isTaken = useRef(false);
  const report = (text: string) => {
    typed.current = null;
    take(text);
  };
  const onInput = ({ target }: FormEvent) => {
    typed.current = target instanceof HTMLInputElement ? target.value : null;
    isTaken.current = false;
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { key, target } = event;
    keepOnEscape(event);
    const text = key === 'Enter' || key === 'Tab' ? typed.current : null;
    isTaken.current = text !== null;
    if (text !== null) {
      if (isSingle && text.trim() === '') {
        closeList(event);
      } else if (!isSingle && target instanceof HTMLInputElement) {
        // The text stays in the input after Enter. Selected, the next text replaces it.
        target.select();
      }
      report(text);
    } else if (['Escape', 'ArrowDown', 'ArrowUp'].includes(key)) {
      typed.current = null;
    }
  };
  const onMouseDownCapture = ({ target }: MouseEvent) => {
    isTaken.current = false;
    // When an option is clicked, the input loses focus before the list reports it.
    if (!(target instanceof HTMLInputElement)) {
      typed.current = null;
    }
  };
  const onBlur = () => {
    if (typed.current?.trim()) {
      report(typed.current);
    }
  };
  return { isTaken, onInput, onKeyDownCapture, onMouseDownCapture, onBlur };
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
