import { t } from '@grafana/i18n';
import { type ComboboxOption } from '@grafana/ui';
import { type Context } from '../answer/runner';

/** The dashboard's variables, for a list. */
export function variableOptions({ templates }: Context): Array<ComboboxOption<string>> {
  const description = t('editor.picker.variable', 'Variable');
  return templates.names().map((name) => ({ value: `$${name}`, label: `$${name}`, description }));
}
