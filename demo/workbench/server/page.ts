/**
 * The page. Grafana's globals must exist before `@grafana/runtime` is loaded. Theme and language come from the address,
 * otherwise from the last visit.
 *
 * @param version of the Grafana whose packages the page is built with
 * @param prefix of all addresses, such as `/grafana`; without one an empty text
 */
export function page(version: string, prefix: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Anomaly Monitoring workbench</title>
<base href="${prefix}/">
<link rel="icon" type="image/svg+xml" href="public/plugins/anomaly-monitoring-datasource/img/logo.svg">
<style>body { margin: 0; }</style>
<script>
(() => {
  const chosen = (name, otherwise) => {
    const value = new URLSearchParams(location.search).get(name) ?? localStorage.getItem('workbench.' + name) ?? otherwise;
    localStorage.setItem('workbench.' + name, value);
    return value;
  };
  const theme = chosen('theme', 'dark');
  const language = chosen('lang', 'en-US');
  document.documentElement.lang = language;
  document.documentElement.style.background = theme === 'light' ? '#f4f5f5' : '#111217';
  document.documentElement.style.colorScheme = theme;
  window.__grafana_public_path__ = '${prefix}/public/';
  window.grafanaBootData = {
    user: {
      isSignedIn: true, id: 1, orgId: 1, login: 'workbench', name: 'Workbench', theme, lightTheme: theme === 'light',
      locale: language, language, regionalFormat: language, timezone: 'browser', weekStart: 'monday',
      permissions: { 'datasources:explore': true },
    },
    settings: {
      appUrl: location.origin + '${prefix}/', appSubUrl: '${prefix}', minRefreshInterval: '5s', exploreEnabled: true,
      buildInfo: { version: '${version}', env: 'production', edition: 'Open Source' },
      featureToggles: {}, datasources: {}, panels: {}, apps: {}, timePicker: { quickRanges: [] },
    },
    navTree: [],
  };
})();
</script>
</head>
<body>
<div id="root"></div>
<script src="workbench/workbench.js"></script>
</body>
</html>
`;
}
