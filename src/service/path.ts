import { t } from '@grafana/i18n';
import { ServiceFailure } from './failure';

export type QueryValue = string | number | boolean | undefined;

/**
 * A path below the service's base address. Each user's value becomes one percent-encoded segment; values left
 * undefined or empty in `query` are not sent.
 *
 * @param segments literal text as it stands in the interface, and values as `{ value }`
 * @throws ServiceFailure (`input`) where a value is empty, `.` or `..`: a browser would climb out of the path, encoded
 * or not.
 */
export function pathOf(segments: Array<string | { value: string }>, query: Record<string, QueryValue> = {}): string {
  const path = segments.map((segment) => (typeof segment === 'string' ? segment : encodeSegment(segment.value)));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return path.join('/') + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

function encodeSegment(value: string): string {
  if (value === '.' || value === '..' || value === '') {
    throw new ServiceFailure(
      'input',
      t('failure.dots', 'The identifier "{{value}}" cannot be asked for: it would change the path of the request.', {
        value,
        interpolation: { escapeValue: false },
      })
    );
  }
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no UTF-8 form.
    throw new ServiceFailure('input', t('failure.encoding', 'The identifier holds characters that cannot be sent.'));
  }
}
