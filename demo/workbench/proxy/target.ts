const BAD_ESCAPE = /%(?![0-9a-fA-F]{2})/;

/**
 * The data source's URL as Grafana's proxy takes it: with `http://` where it names no scheme, its query string dropped.
 *
 * @throws TypeError where it is no URL
 */
export function baseOf(url: string): URL {
  const base = new URL(/^[^:]*:\/\//.test(url) ? url : `http://${url}`);
  base.search = '';
  base.hash = '';
  return base;
}

/**
 * The path that is requested at the service: the base's path and the proxied one with a single slash between them. The
 * escapes of the proxied path stay; where they are broken, undefined: Grafana sends such a request nowhere useful.
 */
export function joinPath(base: string, path: string): string | undefined {
  if (BAD_ESCAPE.test(path)) {
    return undefined;
  }
  if (path === '') {
    return base;
  }
  const [head, tail] = [base.replace(/\/$/, ''), path.replace(/^\//, '')];
  return `${head}/${tail}`;
}
