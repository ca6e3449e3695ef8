import { type DataFrame, type DataQueryResponse } from '@grafana/data';

/** What a dashboard snapshot, which holds frames as JSON, would lose of an answer. Functions in links are all that it may. */
export function lostInSnapshot({ data }: DataQueryResponse): string[] {
  return (data as DataFrame[]).flatMap(({ name, refId, fields, meta }) => {
    const drawn = { name, refId, meta, fields: fields.map(({ state: _, ...field }) => field) };
    const lost = lostOf(drawn, JSON.parse(JSON.stringify(drawn)), '');
    return lost ? [`a snapshot loses ${lost}`] : [];
  });
}

/** The path of the first thing that a copy does not have. */
function lostOf(one: unknown, copy: unknown, path: string): string | undefined {
  if (typeof one === 'function') {
    return path.includes('.links.') ? undefined : path;
  }
  if (typeof one !== 'object' || one === null) {
    return one === copy ? undefined : path;
  }
  if (Array.isArray(one) !== Array.isArray(copy)) {
    return path;
  }
  const copied = new Map(Object.entries(copy ?? {}));
  for (const [key, value] of Object.entries(one)) {
    // A property without a value is one that is not there.
    const isLeftOut = value === undefined && !Array.isArray(one);
    const lost = isLeftOut ? undefined : lostOf(value, copied.get(key), `${path}.${key}`);
    if (lost) {
      return lost;
    }
  }
  return undefined;
}
