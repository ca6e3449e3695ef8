import { t } from '@grafana/i18n';
import { MultiCombobox } from '@grafana/ui';
import React, { useEffect, useId, useRef } from 'react';
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
  const place = useRef<HTMLDivElement>(null);
  // 11.6 takes no id, and names a label that is not on the page: the input would be without a name.
  useEffect(() => {
    const input = place.current?.querySelector('input');
    if (input && input.id !== id) {
      input.id = id;
      input.removeAttribute('aria-labelledby');
    }
  });
  return (
    <Labelled label={label} id={id} optional>
      <div ref={place}>
        <MultiCombobox
          id={id}
          value={value}
          options={known.map((one) => ({ value: one, label: one }))}
          createCustomValue
          placeholder={t('annotations.editor.all', 'All')}
          onChange={(options) => onChange(options.map((option) => option.value))}
        />
      </div>
    </Labelled>
  );
}
