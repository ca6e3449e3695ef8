import { InlineField, InlineSwitch, Input, RadioButtonGroup } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { type Check } from './checks';

/** In units of 8 pixels. */
export const LABEL_WIDTH = 26;
const INPUT_WIDTH = 40;

interface FieldProps {
  label: string;
  tooltip: string;
  required?: boolean;
  disabled?: boolean;
  error?: string;
}

/** A setting in the look of Grafana's own settings pages; `children` gets the id that the label names. */
export function SettingField({
  error,
  children,
  ...label
}: FieldProps & { children: (id: string) => React.JSX.Element }) {
  const id = useId();
  return (
    <InlineField
      {...label}
      labelWidth={LABEL_WIDTH}
      htmlFor={id}
      invalid={error !== undefined}
      error={error}
      interactive
    >
      {children(id)}
    </InlineField>
  );
}

interface TextProps extends FieldProps {
  value: string | number | undefined;
  onChange: (text: string) => void;
  placeholder?: string;
  check?: Check;
}

/** A setting that is typed; the placeholder shows the default. */
export function TextSetting({ value, onChange, placeholder, check, ...field }: TextProps) {
  const text = String(value ?? '');
  const [left, setLeft] = useState(false);
  // Nobody has done wrong who has not typed yet.
  const error = text === '' && !left ? undefined : check?.(text);
  return (
    <SettingField {...field} error={error}>
      {(id) => (
        <Input
          id={id}
          width={INPUT_WIDTH}
          value={text}
          placeholder={placeholder}
          disabled={field.disabled}
          invalid={error !== undefined}
          aria-invalid={error !== undefined}
          aria-required={field.required}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => setLeft(true)}
        />
      )}
    </SettingField>
  );
}

interface SwitchProps extends FieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

export function SwitchSetting({ value, onChange, ...field }: SwitchProps) {
  return (
    <SettingField {...field}>
      {(id) => (
        <InlineSwitch
          id={id}
          value={value}
          disabled={field.disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </SettingField>
  );
}

interface ChoiceProps<T extends string> extends FieldProps {
  value: T;
  options: Array<{ value: T; label: string; description: string }>;
  onChange: (value: T) => void;
}

export function ChoiceSetting<T extends string>({ value, options, onChange, ...field }: ChoiceProps<T>) {
  return (
    <SettingField {...field}>
      {(id) => (
        <RadioButtonGroup
          id={id}
          aria-label={field.label}
          value={value}
          options={options}
          disabled={field.disabled}
          onChange={onChange}
        />
      )}
    </SettingField>
  );
}
