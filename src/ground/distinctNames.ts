/** The names of rows. A name that belongs to several IDs is followed by the ID: `web-1 (12)`. */
export function distinctNames<T>(rows: readonly T[], nameOf: (row: T) => string, idOf: (row: T) => string): string[] {
  const ids = new Map<string, Set<string>>();
  for (const row of rows) {
    const name = nameOf(row);
    ids.set(name, (ids.get(name) ?? new Set()).add(idOf(row)));
  }
  return rows.map((row) => {
    const name = nameOf(row);
    const id = idOf(row);
    return (ids.get(name)?.size ?? 0) > 1 && id !== name ? `${name} (${id})` : name;
  });
}
