import { LANGUAGES } from '../app/boot/languages';
import { pageAt } from '../app/pages/page-at';
import { type Preloads } from './preloads';

/**
 * The page: what Grafana puts on the window has to be there before `@grafana/runtime` is loaded. The theme is the
 * address's, else the one chosen last, else dark; so is the language, else English.
 *
 * @param version of the Grafana whose packages the page is built with
 * @param pathname of the address
 * @param preloads the files that the build made
 */
export function page(version: string, pathname: string, preloads: Preloads): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Anomaly Monitoring workbench</title>
<link rel="icon" type="image/svg+xml" href="/public/plugins/anomaly-monitoring-datasource/img/logo.svg">
${links(pathname, preloads)}
<style>body { margin: 0; }</style>
<script>
(() => {
  const asked = new URLSearchParams(location.search).get('theme');
  const theme = asked === 'light' || asked === 'dark' ? asked : (localStorage.getItem('workbench.theme') ?? 'dark');
  const languages = ${JSON.stringify(Object.keys(LANGUAGES))};
  const wanted = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('workbench.language');
  const language = languages.includes(wanted) ? wanted : 'en-US';
  document.documentElement.lang = language;
  document.documentElement.style.background = theme === 'light' ? '#f4f5f5' : '#111217';
  document.documentElement.style.colorScheme = theme;
  window.__grafana_public_path__ = '/public/';
  window.grafanaBootData = {
    user: {
      isSignedIn: true, id: 1, orgId: 1, login: 'workbench', name: 'Workbench', theme, lightTheme: theme === 'light',
      locale: language, language, regionalFormat: language, timezone: 'browser', weekStart: 'monday', permissions: {},
    },
    settings: {
      appUrl: location.origin + '/', appSubUrl: '', buildInfo: { version: '${version}', env: 'production', edition: 'Open Source' },
      featureToggles: {}, datasources: {}, panels: {}, apps: {}, timePicker: { quickRanges: [] }, minRefreshInterval: '5s',
    },
    navTree: [],
  };
})();
</script>
</head>
<body>
<div id="root"></div>
<script src="/workbench/workbench.js"></script>
</body>
</html>
`;
}

/** Asks at once for what the page of an address will ask for: no file waits until another one has been read. */
function links(pathname: string, preloads: Preloads): string {
  const { kind, uid } = pageAt(pathname);
  const scripts = ['workbench', kind, 'shared'].flatMap((name) => preloads[name] ?? []);
  const answers = [
    '/api/plugins/anomaly-monitoring-datasource/settings',
    '/api/workbench/datasources',
    ...(kind === 'dashboard' ? [`/api/dashboards/uid/${encodeURIComponent(uid)}`] : []),
  ];
  return [
    ...[...new Set(scripts)].map((file) => `<link rel="preload" as="script" href="/workbench/${file}">`),
    `<link rel="preload" as="script" crossorigin="anonymous" href="/public/plugins/anomaly-monitoring-datasource/module.js">`,
    ...answers.map((address) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}">`),
  ].join('\n');
}
