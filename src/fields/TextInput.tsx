import { t } from '@grafana/i18n';
import { Input } from '@grafana/ui';
import React, { type KeyboardEvent, useId, useState } from 'react';
import { parseMoment } from '../inputs/times';
import { mentionsVariable } from '../query/shapes';
import { errorId, Labelled, type LabelProps } from './Labelled';
import { wholeNumberFrom } from './sharedFields';

interface TextInputProps extends LabelProps {
  value: string;
  /** Takes the text when the input is left or Enter is pressed. */
  onCommit: (text: string) => void;
  placeholder?: string;
  /** A sentence about what is wrong with the text, called while it is typed. */
  check?: (text: string) => string | undefined;
  /** A sentence on what the text means, requested while it is typed. */
  note?: (text: string) => string | undefined;
}

/**
 * A labelled text input. Text being typed stays here until the input is left or Enter is pressed, so that a query does
 * not run at each letter; Escape takes it back, and a value that changes from outside replaces it.
 */
export function TextInput({ value, onCommit, placeholder, check, note, ...label }: TextInputProps) {
  const id = useId();
  const [draft, setDraft] = useState({ value, text: value });
  const text = draft.value === value ? draft.text : value;
  const error = check?.(text);
  const finish = () => {
    if (text !== value) {
      onCommit(text);
    }
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') {
      finish();
    } else if (key === 'Escape') {
      setDraft({ value, text: value });
    }
  };
  return (
    <Labelled {...label} id={id} error={error} note={note?.(text)}>
      <Input
        id={id}
        value={text}
        placeholder={placeholder}
        invalid={error !== undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId(id)}
        onChange={(event) => setDraft({ value, text: event.currentTarget.value })}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
    </Labelled>
  );
}

/** A labelled input for a moment, as `at` and `to` take it. A variable's value is not known here. */
export function MomentInput({ placeholder, width = 24, ...props }: Omit<TextInputProps, 'check' | 'note'>) {
  return (
    <TextInput
      {...props}
      width={width}
      placeholder={placeholder ?? t('editor.moment.placeholder', 'now')}
      check={(text) =>
        !mentionsVariable(text) && parseMoment(text) === null
          ? t('editor.moment.invalid', 'Not a time. Use 2026-01-31T14:00Z, epoch milliseconds, now-6h, or a variable.')
          : undefined
      }
    />
  );
}

interface NumberInputProps extends LabelProps {
  /** A text if it contains a variable. */
  value: number | string;
  onCommit: (value: number | string) => void;
  max?: number;
  /** The value of an emptied input. */
  fallback: number;
}

/** A labelled input for a whole number from 1 on or a variable. Anything else is marked and not taken. */
export function NumberInput({ value, onCommit, max = Number.MAX_SAFE_INTEGER, fallback, ...label }: NumberInputProps) {
  const read = (text: string) => (text.trim() === '' ? fallback : mentionsVariable(text) ? text.trim() : Number(text));
  const check = (text: string) => {
    const number = read(text);
    if (typeof number === 'string' || (Number.isInteger(number) && number >= 1 && number <= max)) {
      return undefined;
    }
    return max === Number.MAX_SAFE_INTEGER
      ? wholeNumberFrom(1)
      : t('editor.number.between', 'Enter a whole number from {{min}} to {{max}}.', { min: 1, max });
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
