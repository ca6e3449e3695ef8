import { t } from '@grafana/i18n';

/** For `t()`: values go into a text as they are, since what shows the text escapes it. */
export const RAW = { interpolation: { escapeValue: false } } as const;

/** `Duration: 2 h` as each language writes it. */
export function pair(name: string, value: string | number): string {
  return t('words.pair', '{{name}}: {{value}}', { name, value, ...RAW });
}
