/** A route of plugin.json: headers for certain requests of the plugin. */
export interface Route {
  path: string;
  method?: string;
  headers?: Array<{ name: string; content: string }>;
}

/**
 * The route for a path, as Grafana finds it: by prefix without a segment boundary, so that `v1` also matches `v10`. The
 * first match counts.
 */
export function matchRoute(routes: Route[], method: string, path: string): Route | undefined {
  const { pathname } = new URL(path, 'http://service/');
  return routes.find((route) => (route.method ?? method) === method && pathname.startsWith(`/${route.path}`));
}

/**
 * A query string after Grafana's proxy, on a route of the plugin: keys are sorted, the values of a key keep their order,
 * pairs with a `;` are dropped, and a space becomes `+`.
 */
export function rewriteQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => !pair.includes(';'));
  const values = new URLSearchParams(pairs.join('&'));
  values.sort();
  return values.toString();
}

/**
 * Fills in a header's template from the data source: `{{ .SecureJsonData.key }}`, `{{ .JsonData.key }}`, `{{ .URL }}`, and
 * `{{ if … }}…{{ end }}` around them. A missing key becomes `<no value>`.
 */
export function renderHeader(content: string, data: object): string {
  const value = (name: string): unknown =>
    name.split('.').reduce<unknown>((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], data);
  return content
    .replace(/\{\{\s*if\s+\.([\w.]+)\s*\}\}(.*?)\{\{\s*end\s*\}\}/gs, (_all, name, inner) => (value(name) ? inner : ''))
    .replace(/\{\{\s*\.([\w.]+)\s*\}\}/g, (_all, name) => String(value(name) ?? '<no value>'));
}
