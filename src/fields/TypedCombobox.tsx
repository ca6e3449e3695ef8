import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';

interface Props {
  id: string;
  value: ComboboxOption<string> | null;
  options: (search: string) => Promise<Array<ComboboxOption<string>>>;
  /** Takes the value of an option, a text that no option has, or '' where the input was cleared. */
  onChange: (value: string) => void;
  placeholder?: string;
}

/**
 * Grafana's Combobox where anything can be typed. By itself it forgets what was typed when something else is clicked,
 * and Enter takes the first option of a list that may be older than the text. Here the text is taken, unless an option
 * was clicked or gone to with the arrows.
 */
export function TypedCombobox({ onChange, ...props }: Props) {
  /** What was typed and not taken yet; `goes` once it is what Enter means. */
  const typed = useRef({ text: '', goes: false });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const take = (value: string) => {
    typed.current = { text: '', goes: false };
    onChange(value.trim());
  };
  const onInput = ({ target }: FormEvent) => {
    typed.current = { text: target instanceof HTMLInputElement ? target.value : '', goes: false };
  };
  const onKeyDownCapture = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') {
      typed.current = { text: '', goes: false };
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      typed.current = { ...typed.current, text: '' };
    } else if (key === 'Enter' || key === 'Tab') {
      typed.current = { ...typed.current, goes: typed.current.text.trim() !== '' };
    }
  };
  const onBlur = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) {
      // The Combobox tells of a choice only after it has been left.
      leaving.current = setTimeout(() => typed.current.text.trim() !== '' && take(typed.current.text));
    }
  };
  return (
    // What is listened to here comes from the input inside.

    <div onInput={onInput} onKeyDownCapture={onKeyDownCapture} onBlur={onBlur}>
      <Combobox
        {...props}
        isClearable
        createCustomValue
        onChange={(option) => take(typed.current.goes ? typed.current.text : (option?.value ?? ''))}
      />
    </div>
  );
}
