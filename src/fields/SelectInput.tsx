import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { type FormEvent, type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { Labelled, type LabelProps } from './Labelled';
import { useChoice } from './useChoice';

interface Props<T extends string> extends LabelProps {
  value: T;
  options: Array<ComboboxOption<T>>;
  onChange: (value: T) => void;
}

/** A labelled choice from a fixed list. A stored value that the list does not have is shown as it is. */
export function SelectInput<T extends string>({ value, options, onChange, ...label }: Props<T>) {
  const id = useId();
  const choose = useChoice(value, onChange);
  // Other objects would be another choice to the Combobox: it would overwrite what is being typed.
  const written = JSON.stringify(options);
  const same = useMemo((): Array<ComboboxOption<T>> => JSON.parse(written), [written]);
  const typed = useRef(false);
  const onInput = ({ target }: FormEvent) => {
    typed.current = target instanceof HTMLInputElement && target.value.trim() !== '';
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { key, target } = event;
    const first = key === 'Enter' && typed.current && target instanceof HTMLInputElement ? firstInstead(target) : null;
    if (first) {
      event.preventDefault();
      event.stopPropagation();
      first.click();
    }
  };
  const take = (option: ComboboxOption<T> | undefined) => {
    typed.current = false;
    // Some releases of the Combobox tell that nothing was chosen.
    if (option) {
      choose(option.value);
    }
  };
  return (
    <Labelled {...label} id={id}>
      <div onInput={onInput} onKeyDownCapture={onKeyDownCapture}>
        <Combobox id={id} value={value} options={same} onChange={take} />
      </div>
    </Labelled>
  );
}

/**
 * What typing has made shorter than where the value stands has no option at the place where the Combobox is: Enter would
 * choose nothing.
 *
 * @returns the first option of the open list, where the Combobox itself is at none
 */
function firstInstead(input: HTMLInputElement): HTMLElement | null {
  const named = (attribute: string) => document.getElementById(input.getAttribute(attribute) ?? '');
  return named('aria-activedescendant') ? null : (named('aria-controls')?.querySelector('[role="option"]') ?? null);
}

/** An option that stands for a word of the interface: it is shown as it is, in every language, and explained. */
export function term<T extends string>(value: T, description: string): ComboboxOption<T> {
  return { value, label: value, description };
}
