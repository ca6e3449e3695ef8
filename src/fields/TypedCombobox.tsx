import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
} from 'react';
import { useChoice } from './hooks';

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
 * Grafana's Combobox where anything can be typed. By itself it forgets what was typed when something else is clicked, and
 * at Enter it takes the first option of a list that may be older than the text, or nothing while the list is still to
 * come. So a typed text is taken here, at once, and what the Combobox makes of the same key is ignored. Only an option
 * that was clicked or gone to with the arrows is the Combobox's to report.
 */
export function TypedCombobox({ onChange, takesFocus = false, ...props }: Props) {
  /** What was typed and not taken yet. */
  const typed = useRef('');
  /** Whether the last key took the text. */
  const isTaken = useRef(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const place = useRef<HTMLDivElement>(null);
  const focuses = useRef(takesFocus);
  useEffect(() => {
    if (focuses.current) {
      place.current?.querySelector('input')?.focus();
    }
  }, []);
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
    const takes = (key === 'Enter' || key === 'Tab') && typed.current.trim() !== '';
    isTaken.current = takes;
    if (takes) {
      take(typed.current);
    } else if (['Escape', 'ArrowDown', 'ArrowUp'].includes(key)) {
      typed.current = '';
    }
  };
  const onMouseDownCapture = () => {
    isTaken.current = false;
  };
  const onBlur = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) {
      // The Combobox reports a clicked option only after it has been left.
      leaving.current = setTimeout(() => typed.current.trim() !== '' && take(typed.current));
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
    <div ref={place} {...{ onInput, onKeyDownCapture, onMouseDownCapture, onBlur, onPaste }}>
      <Combobox
        {...props}
        isClearable
        createCustomValue
        onChange={(option) => isTaken.current || take(option?.value ?? '')}
      />
    </div>
  );
}
