export type Value = string | number | boolean | Array<string | number | boolean>;

type Format = (value: Value, of: { name: string; text: string }) => string;

const list = (value: Value): string[] => [value].flat().map(String);
const csv: Format = (value) => list(value).join(',');
const glob: Format = (value) => (list(value).length > 1 ? `{${csv(value, NOTHING)}}` : csv(value, NOTHING));
const NOTHING = { name: '', text: '' };

/** How a variable's value is written, by the name after the colon: `${node:csv}`. */
const FORMATS: Record<string, Format> = {
  csv,
  raw: csv,
  glob,
  json: (value) => JSON.stringify(value),
  pipe: (value) => list(value).join('|'),
  percentencode: (value) => encodeURIComponent(glob(value, NOTHING)),
  queryparam: (value, { name }) =>
    list(value)
      .map((item) => `var-${encodeURIComponent(name)}=${encodeURIComponent(item)}`)
      .join('&'),
  text: (_value, { text }) => text,
};

/** Writes a value in a format; an unknown format is taken for `glob`, which is also the default. */
export function formatValue(value: Value, format: string | undefined, of: { name: string; text: string }): string {
  return (FORMATS[format ?? ''] ?? glob)(value, of);
}
