/** A route of plugin.json: which requests of the plugin get what headers. */
export interface Route {
  path: string;
  method?: string;
  headers?: Array<{ name: string; content: string }>;
}

/**
 * The route that a path matches, as Grafana finds it: by prefix without a segment boundary, so that `v1` also matches
 * `v10`; the first one counts.
 */
export function matchRoute(routes: Route[], method: string, path: string): Route | undefined {
  const { pathname } = new URL(path, 'http://service/');
  return routes.find((route) => (route.method ?? method) === method && pathname.startsWith(`/${route.path}`));
}

/**
 * A query string as it leaves Grafana's proxy on a route of the plugin: keys are sorted, the values of one key keep their
 * order, a pair with a `;` is lost, a space becomes `+`.
 */
export function rewriteQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => !pair.includes(';'));
  const values = new URLSearchParams(pairs.join('&'));
  values.sort();
  return values.toString();
}

/**
 * Fills a header's template from the data source: `{{ .SecureJsonData.key }}`, `{{ .JsonData.key }}`, `{{ .URL }}` and
 * `{{ if … }}…{{ end }}` around them. A missing key is written as `<no value>`.
 */
export function renderHeader(content: string, data: object): string {
  const value = (name: string): unknown =>
    name.split('.').reduce<unknown>((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], data);
  return content
    .replace(/\{\{\s*if\s+\.([\w.]+)\s*\}\}(.*?)\{\{\s*end\s*\}\}/gs, (_all, name, inner) => (value(name) ? inner : ''))
    .replace(/\{\{\s*\.([\w.]+)\s*\}\}/g, (_all, name) => String(value(name) ?? '<no value>'));
}
