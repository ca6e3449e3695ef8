import { t } from '@grafana/i18n';
import { MultiCombobox } from '@grafana/ui';
import React, { useId } from 'react';
import { Labelled } from '../fields/Labelled';

interface Props {
  label: string;
  known: readonly string[];
  /** Empty: all. */
  value: string[];
  onChange: (value: string[]) => void;
}

/** Several of a few known values; others, and variables, can be typed. */
export function ValuesInput({ label, known, value, onChange }: Props) {
  const id = useId();
  return (
    <Labelled label={label} id={id} optional>
      <MultiCombobox
        id={id}
        value={value}
        options={known.map((one) => ({ value: one, label: one }))}
        createCustomValue
        placeholder={t('annotations.editor.all', 'All')}
        onChange={(options) => onChange(options.map((option) => option.value))}
      />
    </Labelled>
  );
}
