/** A route of plugin.json: which requests of the plugin get what headers. */
export interface Route {
  path: string;
  method?: string;
  headers?: Array<{ name: string; content: string }>;
}

/**
 * The route that a path matches, as Grafana finds it: by prefix of the cleaned path (without a segment boundary, so that
 * `v1` also matches `v10`), the first one counts.
 */
export function matchRoute(routes: Route[], method: string, path: string): Route | undefined {
  const cleaned = cleanPath(path);
  return routes.find(
    (route) =>
      (!route.method || route.method === '*' || route.method === method) && cleaned.startsWith(cleanPath(route.path))
  );
}

/** The shortest path that means the same: no `.`, no `..`, no empty segments; escapes stay as they are. */
export function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') {
      kept.pop();
    } else if (segment !== '' && segment !== '.') {
      kept.push(segment);
    }
  }
  return kept.join('/');
}

/**
 * Fills a header's template from the data source: `{{ .SecureJsonData.key }}`, `{{ .JsonData.key }}`, `{{ .URL }}` and
 * `{{ if … }}…{{ end }}` around them. A key that is missing is written as `<no value>`.
 */
export function renderHeader(
  content: string,
  data: { URL: string; JsonData: Record<string, unknown>; SecureJsonData: Record<string, string> }
): string {
  const value = (name: string): unknown =>
    name.split('.').reduce<unknown>((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], data);
  return content
    .replace(/\{\{\s*if\s+\.([\w.]+)\s*\}\}(.*?)\{\{\s*end\s*\}\}/gs, (_all, name, inner) => (value(name) ? inner : ''))
    .replace(/\{\{\s*\.([\w.]+)\s*\}\}/g, (_all, name) => String(value(name) ?? '<no value>'));
}
