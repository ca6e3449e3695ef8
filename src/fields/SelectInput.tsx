import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
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
  return (
    <Labelled {...label} id={id}>
      <Combobox id={id} value={value} options={same} onChange={(option) => choose(option.value)} />
    </Labelled>
  );
}

/** An option that stands for a word of the interface: it is shown as it is, in every language, and explained. */
export function term<T extends string>(value: T, description: string): ComboboxOption<T> {
  return { value, label: value, description };
}
