// What Grafana shares with its plugins comes from the packages of the version in GRAFANA_PACKAGES, whoever asks for it;
// what the plugin brings along itself (@grafana/i18n, @grafana/plugin-ui, @grafana/schema) stays the project's own.
const path = require('node:path');

const folder = path.resolve(__dirname, '../grafana', process.env.GRAFANA_PACKAGES);
const SHARED =
  /^(@grafana\/(data|ui|runtime|e2e-selectors)|react|react-dom|@emotion\/(css|react)|rxjs|lodash|moment|i18next)(\/|$)/;

module.exports = (request, options) => {
  const outside = !options.basedir.startsWith(folder + path.sep);
  return options.defaultResolver(request, outside && SHARED.test(request) ? { ...options, basedir: folder } : options);
};
