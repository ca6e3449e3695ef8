import { t } from '@grafana/i18n';
import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
import { type Context } from '../answer/runner';
import { type Option } from './field';
import { Labelled, type LabelProps } from './Labelled';
import { useChoice } from './hooks';

interface Props extends LabelProps {
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

/** A labelled choice from a fixed list. A stored value that the list does not have is shown as it is. */
export function SelectInput({ value, options, onChange, ...label }: Props) {
  const id = useId();
  const choose = useChoice(value, onChange);
  // Other objects would be another choice to the Combobox: it would overwrite what is being typed.
  const written = JSON.stringify(options.map((option) => ({ label: option.value, ...option })));
  const same = useMemo((): Array<ComboboxOption<string>> => JSON.parse(written), [written]);
  // Some releases of the Combobox report that nothing was chosen.
  const take = (option: ComboboxOption<string> | undefined) => option && choose(option.value);
  return (
    <Labelled {...label} id={id}>
      <Combobox id={id} value={value} options={same} onChange={take} />
    </Labelled>
  );
}

/** The dashboard's variables, for a list. */
export function variableOptions({ templates }: Context): Array<ComboboxOption<string>> {
  const description = t('editor.picker.variable', 'Variable');
  return templates.names().map((name) => ({ value: `$${name}`, label: `$${name}`, description }));
}
