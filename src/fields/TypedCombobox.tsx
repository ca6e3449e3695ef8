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
  /** Takes the value of an option, a text that no option has, or '' if the input was cleared. */
  onChange: (value: string) => void;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * Grafana's Combobox for any text. By itself it forgets what was typed when something else is clicked, and
 * at Enter it takes the first option of a list that may be older than the text. So a typed text is taken here, at once,
 * and what the Combobox makes of the same key is ignored. An option that was clicked or gone to with the arrows is the
 * Combobox's to report.
 */
export function TypedCombobox({ onChange, ...props }: Props) {
  /** Text that was typed and is not yet taken. */
  const typed = useRef('');
  /** Whether the last key took the text. */
  const isTaken = useRef(false);
  const choose = useChoice(props.value?.value ?? '', onChange);
  const take = (value: string) => {
    typed.current = '';
    choose(value.trim());
  };
  const onInput = ({ target }: FormEvent) => {
    typed.current = target instanceof HTMLInputElement ? target.value : '';
    isTaken.current = false;
  };
  const onKeyDownCapture = ({ key }: KeyboardEvent) => {
    isTaken.current = (key === 'Enter' || key === 'Tab') && typed.current.trim() !== '';
    if (isTaken.current) {
      take(typed.current);
    } else if (['Escape', 'ArrowDown', 'ArrowUp'].includes(key)) {
      typed.current = '';
    }
  };
  const onMouseDownCapture = ({ target }: MouseEvent) => {
    isTaken.current = false;
    // An option is clicked: the input is left before the Combobox reports it.
    if (!(target instanceof HTMLInputElement)) {
      typed.current = '';
    }
  };
  const onBlur = () => {
    if (typed.current.trim() !== '') {
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
