import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { type FormEvent, useId, useMemo, useRef } from 'react';
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
  const typed = useRef('');
  const onInput = ({ target }: FormEvent) => {
    typed.current = target instanceof HTMLInputElement ? target.value.trim().toLowerCase() : '';
  };
  // At Enter in a list that what was typed has made shorter than where the value stands, the Combobox chooses nothing,
  // and tells of it.
  const take = (option: ComboboxOption<T> | undefined) => {
    const taken = option ?? same.find((one) => typed.current !== '' && has(one, typed.current));
    if (taken) {
      choose(taken.value);
    }
  };
  return (
    <Labelled {...label} id={id}>
      <div onInput={onInput}>
        <Combobox id={id} value={value} options={same} onChange={take} />
      </div>
    </Labelled>
  );
}

function has({ label, value }: ComboboxOption<string>, text: string): boolean {
  return (label ?? value).toLowerCase().includes(text);
}

/** An option that stands for a word of the interface: it is shown as it is, in every language, and explained. */
export function term<T extends string>(value: T, description: string): ComboboxOption<T> {
  return { value, label: value, description };
}
