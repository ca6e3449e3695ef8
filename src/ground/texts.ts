import { t } from '@grafana/i18n';

/** For `t()`: values are inserted into a text unchanged, since whatever shows the text escapes it. */
export const RAW = { interpolation: { escapeValue: false } } as const;

/** `Duration: 2 h` in each language's form. */
export function pair(name: string, value: string | number): string {
  return t('words.pair', '{{name}}: {{value}}', { name, value, ...RAW });
}
