// Globals of Grafana's page.
window.grafanaBootData = {
  settings: {
    featureToggles: {},
    buildInfo: { version: require('@grafana/data/package.json').version },
    datasources: {},
  },
  user: { locale: 'en-US', language: 'en-US', timezone: 'utc', weekStart: 'monday' },
  navTree: [],
};
process.env.TZ = 'UTC';
// i18next prints an advertisement at each start.
process.env.I18NEXT_NO_SUPPORT_NOTICE = '1';
