import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
} from 'react';
import { useChoice } from './useChoice';

interface Props {
  id: string;
  value: ComboboxOption<string> | null;
  options: (search: string) => Promise<Array<ComboboxOption<string>>>;
  /** Takes the value of an option, a text that no option has, or '' where the input was cleared. */
  onChange: (value: string) => void;
  placeholder?: string;
  /** It comes in the place of another input that had the focus. */
  takesFocus?: boolean;
}

/**
 * Grafana's Combobox where anything can be typed. By itself it forgets what was typed when something else is clicked,
 * and Enter takes the first option of a list that may be older than the text. Here the text is taken, unless an option
 * was clicked or gone to with the arrows.
 */
export function TypedCombobox({ onChange, takesFocus = false, ...props }: Props) {
  /** What was typed and not taken yet; `goes` once it is what Enter means. */
  const typed = useRef({ text: '', goes: false });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const place = useRef<HTMLDivElement>(null);
  const takes = useRef(takesFocus);
  useEffect(() => {
    if (takes.current) {
      place.current?.querySelector('input')?.focus();
    }
  }, []);
  const choose = useChoice(props.value?.value ?? '', onChange);

  const take = (value: string) => {
    typed.current = { text: '', goes: false };
    choose(value.trim());
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
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    // An input of one line would join what stands on several.
    if (/[\r\n\t]/.test(pasted)) {
      event.preventDefault();
      take(pasted);
    }
  };
  return (
    // What is listened to here comes from the input inside.

    <div ref={place} onInput={onInput} onKeyDownCapture={onKeyDownCapture} onBlur={onBlur} onPaste={onPaste}>
      <Combobox
        {...props}
        isClearable
        createCustomValue
        onChange={(option) => take(typed.current.goes ? typed.current.text : (option?.value ?? ''))}
      />
    </div>
  );
}
