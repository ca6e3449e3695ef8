import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { useId } from 'react';
import { Labelled, type LabelProps } from './Labelled';

interface Props<T extends string> extends LabelProps {
  value: T;
  options: Array<ComboboxOption<T>>;
  onChange: (value: T) => void;
}

/** A labelled choice from a fixed list. A stored value that the list does not have is shown as it is. */
export function SelectInput<T extends string>({ value, options, onChange, ...label }: Props<T>) {
  const id = useId();
  return (
    <Labelled {...label} id={id}>
      <Combobox id={id} value={value} options={options} onChange={(option) => onChange(option.value)} />
    </Labelled>
  );
}
