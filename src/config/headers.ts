import { type ConfigProps } from './props';

type Options = ConfigProps['options'];

/** A header as `Auth` of @grafana/plugin-ui knows it: the value where it was typed, else whether one is stored. */
export interface HeaderRow {
  name: string;
  value: string;
  configured: boolean;
}

const NAME = 'httpHeaderName';
const VALUE = 'httpHeaderValue';

/** The headers that Grafana sends along (its names: `httpHeaderName1`, `httpHeaderValue1`, …), in their numbers' order. */
export function headersOf({ jsonData, secureJsonFields }: Pick<Options, 'jsonData' | 'secureJsonFields'>) {
  return numbersOf(jsonData).map((number) => ({
    name: nameAt(jsonData, number),
    configured: Boolean(secureJsonFields?.[VALUE + number]),
  }));
}

/**
 * The options with these headers. A stored value cannot be read, and belongs to its number: a header keeps the number that
 * it had, since with another one it would be sent with the value of another header.
 */
export function withHeaders(options: Options, rows: readonly HeaderRow[]): Options {
  const { jsonData, secureJsonData, secureJsonFields } = options;
  const before = numbersOf(jsonData);
  const free = new Set(before);
  const kept = rows.map(({ name, configured }) => {
    const number = before.find((one) => free.has(one) && nameAt(jsonData, one) === name);
    if (number !== undefined) {
      free.delete(number);
      return number;
    }
    // Renamed, with the stored value: the one whose name is gone.
    const renamed = configured
      ? before.find((one) => free.has(one) && !rows.some((row) => row.name === nameAt(jsonData, one)))
      : undefined;
    if (renamed !== undefined) {
      free.delete(renamed);
    }
    return renamed;
  });
  let next = Math.max(0, ...before);
  const numbers = kept.map((number) => number ?? ++next);
  const isHeader = ([key]: [string, unknown]) => key.startsWith(NAME) || key.startsWith(VALUE);
  const without = <T extends object>(record: T | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).filter((entry) => !isHeader(entry)));
  const names = rows.map(({ name }, i) => [NAME + numbers[i], name] as const);
  const typed = rows.flatMap(({ value, configured }, i) => (configured ? [] : [[VALUE + numbers[i], value] as const]));
  const stored = rows.flatMap(({ configured }, i) => (configured ? [[VALUE + numbers[i], true] as const] : []));
  return {
    ...options,
    jsonData: { ...without(jsonData), ...Object.fromEntries(names) },
    secureJsonData: { ...without(secureJsonData), ...Object.fromEntries(typed) },
    secureJsonFields: { ...without(secureJsonFields), ...Object.fromEntries(stored) } as Record<string, boolean>,
  };
}

function numbersOf(jsonData: object): number[] {
  return Object.keys(jsonData)
    .flatMap((key) => (/^httpHeaderName\d+$/.test(key) ? [Number(key.slice(NAME.length))] : []))
    .sort((a, b) => a - b);
}

function nameAt(jsonData: object, number: number): string {
  return String(Object.entries(jsonData).find(([key]) => key === NAME + number)?.[1] ?? '');
}
