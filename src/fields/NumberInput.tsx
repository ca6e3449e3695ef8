import { t } from '@grafana/i18n';
import React from 'react';
import { mentionsVariable } from '../query/texts';
import { type LabelProps } from './Labelled';
import { TextInput } from './TextInput';

interface Props extends LabelProps {
  /** A text where it holds a variable. */
  value: number | string;
  onCommit: (value: number | string) => void;
  min?: number;
  max?: number;
  /** Stands where the input is emptied. */
  fallback: number;
}

/** A labelled input for a whole number or a variable; what is neither, or out of bounds, is marked and not taken. */
export function NumberInput({ value, onCommit, min = 1, max = Number.MAX_SAFE_INTEGER, fallback, ...label }: Props) {
  const read = (text: string) => (text.trim() === '' ? fallback : mentionsVariable(text) ? text.trim() : Number(text));
  const check = (text: string) => {
    const number = read(text);
    if (typeof number === 'string' || (Number.isInteger(number) && number >= min && number <= max)) {
      return undefined;
    }
    return max === Number.MAX_SAFE_INTEGER
      ? t('editor.number.from', 'A whole number from {{min}} on', { min })
      : t('editor.number.between', 'A whole number from {{min}} to {{max}}', { min, max });
  };
  return (
    <TextInput
      {...label}
      value={String(value)}
      placeholder={String(fallback)}
      check={check}
      onCommit={(text) => {
        if (check(text) === undefined) {
          onCommit(read(text));
        }
      }}
    />
  );
}
