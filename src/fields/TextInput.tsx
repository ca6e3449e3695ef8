import { Input } from '@grafana/ui';
import React, { useId } from 'react';
import { errorId, Labelled, type LabelProps } from './Labelled';
import { useDraft } from './useDraft';

export interface TextInputProps extends LabelProps {
  value: string;
  /** Takes the text when the input is left or Enter is pressed. */
  onCommit: (text: string) => void;
  placeholder?: string;
  /** A sentence on what is wrong with the text, asked for while it is typed. */
  check?: (text: string) => string | undefined;
}

/** A labelled text input; what is wrong with the text is said below it while it is typed. */
export function TextInput({ value, onCommit, placeholder, check, ...label }: TextInputProps) {
  const id = useId();
  const { text, setText, onBlur, onKeyDown } = useDraft(value, onCommit);
  const error = check?.(text);
  return (
    <Labelled {...label} id={id} error={error}>
      <Input
        id={id}
        value={text}
        placeholder={placeholder}
        invalid={error !== undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId(id)}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
    </Labelled>
  );
}
