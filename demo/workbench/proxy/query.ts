/**
 * A query string as it leaves Grafana's proxy on a route of the plugin: parsed and written again. Keys are sorted, the
 * values of one key keep their order, a pair with a `;` or a broken escape is lost, a space becomes `+`.
 */
export function rewriteQuery(query: string): string {
  const values = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) {
      continue;
    }
    const place = pair.indexOf('=');
    const key = decode(place < 0 ? pair : pair.slice(0, place));
    const value = decode(place < 0 ? '' : pair.slice(place + 1));
    if (key !== undefined && value !== undefined) {
      values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  return [...values]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flatMap(([key, list]) => list.map((value) => `${encode(key)}=${encode(value)}`))
    .join('&');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
