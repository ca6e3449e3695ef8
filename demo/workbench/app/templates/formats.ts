import { dateTime, escapeRegex } from '@grafana/data';

export type Value = string | number | boolean | Array<string | number | boolean>;

export interface FormatInput {
  name: string;
  text: string;
}

type Format = (value: Value, args: string[], input: FormatInput) => string;

const list = (value: Value): string[] => (Array.isArray(value) ? value : [value]).map(String);
const quoted = (quote: string) => (value: Value) =>
  list(value)
    .map((item) => `${quote}${item.replaceAll(quote, `\\${quote}`)}${quote}`)
    .join(',');
const plain: Format = (value) => list(value).join(',');
const glob: Format = (value) =>
  Array.isArray(value) && value.length > 1 ? `{${list(value).join(',')}}` : list(value).join(',');

/** How a variable's value is written, by the name after the colon: `${node:csv}`. */
const FORMATS: Record<string, Format> = {
  csv: plain,
  raw: plain,
  glob,
  json: (value) => JSON.stringify(value),
  pipe: (value) => list(value).join('|'),
  regex: (value) => {
    const escaped = list(value).map(escapeRegex);
    return escaped.length > 1 ? `(${escaped.join('|')})` : (escaped[0] ?? '');
  },
  singlequote: quoted("'"),
  doublequote: quoted('"'),
  sqlstring: (value) =>
    list(value)
      .map((item) => `'${item.replaceAll("'", "''")}'`)
      .join(','),
  percentencode: (value) => encodeURIComponent(glob(value, [], { name: '', text: '' })),
  uriencode: (value) => encodeURI(plain(value, [], { name: '', text: '' })),
  queryparam: (value, _args, { name }) =>
    list(value)
      .map((item) => `var-${encodeURIComponent(name)}=${encodeURIComponent(item)}`)
      .join('&'),
  text: (_value, _args, { text }) => text,
  date: (value, args) => formatDate(Number(list(value)[0]), args),
};

/** Writes a value in a format; an unknown format is taken for `glob`, which is also the default. */
export function formatValue(value: Value, format: string | undefined, input: FormatInput): string {
  const [name, ...args] = (format ?? 'glob').split(':');
  return (FORMATS[name] ?? glob)(value, args, input);
}

function formatDate(time: number, args: string[]): string {
  if (args.length === 0 || args[0] === 'iso') {
    return new Date(time).toISOString();
  }
  return args[0] === 'seconds' ? String(Math.floor(time / 1000)) : dateTime(time).format(args.join(':'));
}
