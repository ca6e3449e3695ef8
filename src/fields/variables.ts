import { t } from '@grafana/i18n';
import { type ComboboxOption } from '@grafana/ui';
import { type Context } from '../answer/runner';

/** Whether a text holds the syntax of a template variable: `$name`, `${name}`, `[[name]]`. */
export function mentionsVariable(text: string): boolean {
  return /\$\w+|\$\{[^}]+\}|\[\[[^\]]+\]\]/.test(text);
}

/** The dashboard's variables, for a list. */
export function variableOptions({ templates }: Context): Array<ComboboxOption<string>> {
  const description = t('editor.picker.variable', 'Variable');
  return templates.names().map((name) => ({ value: `$${name}`, label: `$${name}`, description }));
}
