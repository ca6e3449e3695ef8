import { countBy } from 'lodash';

/** The names of rows; one that several rows have is followed by each row's ID. */
export function toldApart<T>(rows: readonly T[], nameOf: (row: T) => string, idOf: (row: T) => string): string[] {
  const names = rows.map(nameOf);
  const counts = countBy(names);
  return rows.map((row, i) => (counts[names[i]] > 1 ? withId(names[i], idOf(row)) : names[i]));
}

/** `web-1 (12)` */
export function withId(name: string, id: string): string {
  return name === id ? name : `${name} (${id})`;
}
