/**
 * What a table holds under a name that comes from outside (the service, a stored query, a filter), or undefined. Its own
 * names only: every object inherits some, and `constructor` is no impact. Lint keeps other look-ups by text out.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string | null | undefined): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}
