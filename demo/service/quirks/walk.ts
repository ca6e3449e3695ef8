export type Json = Record<string, unknown>;

/** A copy of a JSON value with `change` applied to each object, innermost first. */
export function walk(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => walk(item, change));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const inner = Object.entries(value).map(([name, item]) => [name, walk(item, change)]);
  return change(Object.fromEntries(inner) as Json);
}
