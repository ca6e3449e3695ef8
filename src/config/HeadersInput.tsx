import { t } from '@grafana/i18n';
import { Button, IconButton, Input, SecretInput, Stack } from '@grafana/ui';
import React from 'react';
import { type ConfigProps, type Options, settingOf, withSecret } from './setting';

/** Grafana's names: `httpHeaderName1`, `httpHeaderValue1`, … */
const NAME = 'httpHeaderName';
const VALUE = 'httpHeaderValue';

/**
 * The headers that Grafana adds to requests. A stored value can't be read and belongs to a number, so a header keeps its
 * number: with another one, it would be sent with another header's value.
 */
export function HeadersInput({ options, onOptionsChange }: ConfigProps) {
  const numbers = numbersOf(options);
  const { readOnly: disabled } = options;
  return (
    <Stack direction="column" gap={1} alignItems="flex-start">
      {numbers.map((number) => (
        <Stack key={number} gap={1} wrap="wrap" alignItems="center">
          <Input
            aria-label={t('config.header', 'Header')}
            width={20}
            disabled={disabled}
            value={String(settingOf(options, NAME + number) ?? '')}
            onChange={(event) => onOptionsChange(withName(options, number, event.currentTarget.value))}
          />
          <SecretInput
            aria-label={t('label.value', 'Value')}
            width={20}
            disabled={disabled}
            isConfigured={Boolean(options.secureJsonFields?.[VALUE + number])}
            value={Object.entries(options.secureJsonData ?? {}).find(([key]) => key === VALUE + number)?.[1] ?? ''}
            onChange={(event) => onOptionsChange(withSecret(options, VALUE + number, event.currentTarget.value))}
            onReset={() => onOptionsChange(withSecret(options, VALUE + number, ''))}
          />
          <IconButton
            name="trash-alt"
            tooltip={t('editor.picker.remove', 'Remove {{text}}', { text: t('config.header', 'Header') })}
            disabled={disabled}
            onClick={() => onOptionsChange(withoutHeader(options, number))}
          />
        </Stack>
      ))}
      <Button
        type="button"
        icon="plus"
        variant="secondary"
        disabled={disabled}
        onClick={() => onOptionsChange(withName(options, Math.max(0, ...numbers) + 1, ''))}
      >
        {t('config.header-add', 'Add header')}
      </Button>
    </Stack>
  );
}

function numbersOf({ jsonData }: Options): number[] {
  return Object.keys(jsonData)
    .flatMap((key) => (/^httpHeaderName\d+$/.test(key) ? [Number(key.slice(NAME.length))] : []))
    .sort((a, b) => a - b);
}

function withName(options: Options, number: number, name: string): Options {
  return { ...options, jsonData: { ...options.jsonData, [NAME + number]: name } };
}

function withoutHeader(options: Options, number: number): Options {
  const without = <T extends object>(record: T | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => key !== NAME + number && key !== VALUE + number));
  return {
    ...options,
    jsonData: without(options.jsonData),
    secureJsonData: without(options.secureJsonData),
    secureJsonFields: without(options.secureJsonFields) as Options['secureJsonFields'],
  };
}
