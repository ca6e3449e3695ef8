// What Grafana's page has on its window.
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
// i18next advertises at each start.
process.env.I18NEXT_NO_SUPPORT_NOTICE = '1';
