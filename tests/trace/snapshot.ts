import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { isPlainObject } from 'lodash';

/** What an answer would lose in a dashboard snapshot, which stores frames as JSON. Only functions in links may be lost. */
export function lostInSnapshot({ data }: DataQueryResponse): string[] {
  return (data as DataFrame[]).flatMap(({ name, refId, fields, meta }) => {
    const drawn = { name, refId, meta, fields: fields.map(({ state: _, ...field }) => field) };
    const lost = lostOf(drawn, JSON.parse(JSON.stringify(drawn)), '');
    return lost ? [`a snapshot loses ${lost}`] : [];
  });
}

/** The path of the first value that the copy lacks. */
function lostOf(one: unknown, copy: unknown, path: string): string | undefined {
  if (typeof one === 'function') {
    return path.includes('.links.') ? undefined : path;
  }
  if (typeof one !== 'object' || one === null) {
    return one === copy ? undefined : path;
  }
  // Typed arrays and maps become other objects.
  if (Array.isArray(one) !== Array.isArray(copy) || !(Array.isArray(one) || isPlainObject(one))) {
    return path;
  }
  const copied = new Map(Object.entries(copy ?? {}));
  for (const [key, value] of Object.entries(one)) {
    // JSON omits properties without a value.
    const isLeftOut = value === undefined && !Array.isArray(one);
    const lost = isLeftOut ? undefined : lostOf(value, copied.get(key), `${path}.${key}`);
    if (lost) {
      return lost;
    }
  }
  return undefined;
}
