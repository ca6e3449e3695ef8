import { type DataFrame } from '@grafana/data';

/** A frame's rows, by column. */
export function rowsOf({ fields, length }: DataFrame): Array<Record<string, unknown>> {
  return Array.from({ length }, (_, i) =>
    Object.fromEntries(fields.map(({ name, values }) => [name, values[i] as unknown]))
  );
}
