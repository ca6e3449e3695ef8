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
