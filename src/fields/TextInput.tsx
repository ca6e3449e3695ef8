import { t } from '@grafana/i18n';
import { Input } from '@grafana/ui';
import React, { type KeyboardEvent, useId, useState } from 'react';
import { parseMoment } from '../inputs/times';
import { mentionsVariable } from '../query/shapes';
import { errorId, Labelled, type LabelProps } from './Labelled';
import { wholeNumberFrom } from './sharedFields';

interface TextInputProps extends LabelProps {
  value: string;
  /** Receives the text when the input loses focus, or on Enter. */
  onCommit: (text: string) => void;
  placeholder?: string;
  /** A sentence about what is wrong with the text, called during typing. */
  check?: (text: string) => string | undefined;
  /** A sentence about the meaning of the text, called during typing. */
  note?: (text: string) => string | undefined;
}

/**
 * A labeled text input. It keeps typed text until it loses focus or Enter is pressed, so that a query does not run with
 * every letter. Escape reverts the text, and a value that changes from outside replaces it.
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

/** A labeled input for a time, in the form of `at` and `to`. The value of a variable is unknown here. */
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
  /** The value of a cleared input. */
  fallback: number;
}

/** A labeled input for an integer from 1 on, or a variable. Anything else is marked, and not accepted. */
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
