import { t } from '@grafana/i18n';
import React from 'react';
import { parseMoment } from '../answer/times';
import { type LabelProps } from './Labelled';
import { TextInput } from './TextInput';
import { mentionsVariable } from '../query/texts';

interface Props extends LabelProps {
  value: string;
  onCommit: (text: string) => void;
  placeholder?: string;
}

/** A labelled input for a moment, as `at` and `to` take it. What a variable will stand for is not known here. */
export function MomentInput({ placeholder, ...props }: Props) {
  return (
    <TextInput
      width={24}
      {...props}
      placeholder={placeholder ?? t('editor.moment.placeholder', 'now')}
      check={(text) =>
        !mentionsVariable(text) && parseMoment(text) === null
          ? t(
              'editor.moment.invalid',
              'Not a time. Use ISO 8601 (2026-01-31T14:00Z), epoch milliseconds, date math (now-6h) or a variable.'
            )
          : undefined
      }
    />
  );
}
