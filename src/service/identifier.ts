import { t } from '@grafana/i18n';
import { RAW } from '../loading/texts';
import { ServiceFailure } from './failure';

/** A value that can be no segment of a path is refused before anything is sent. */
export function identifierRefused(value: string): ServiceFailure {
  return new ServiceFailure(
    'input',
    t('failure.identifier', '"{{value}}" is not a valid identifier.', { value, ...RAW })
  );
}

/** Whether `pathOf` takes a value for a segment. In the same file, this would be loaded with the first panel. */
export function isIdentifier(value: string): boolean {
  return !['', '.', '..'].includes(value);
}
