export type Value = string | number | boolean | Array<string | number | boolean>;

const list = (value: Value): string[] => [value].flat().map(String);
const glob = (value: Value) => (list(value).length > 1 ? `{${list(value).join(',')}}` : list(value).join(','));

/**
 * Writes a value in a format, which is the name after the colon: `${node:csv}`.
 *
 * @param format unknown or missing: `glob`, as in Grafana
 */
export function formatValue(value: Value, format: string | undefined, of: { name: string; text: string }): string {
  switch (format) {
    case 'csv':
    case 'raw':
      return list(value).join(',');
    case 'json':
      return JSON.stringify(value);
    case 'pipe':
      return list(value).join('|');
    case 'percentencode':
      return encodeURIComponent(glob(value));
    case 'queryparam':
      return new URLSearchParams(list(value).map((item) => [`var-${of.name}`, item])).toString();
    case 'text':
      return of.text;
    default:
      return glob(value);
  }
}
