// Libraries that Grafana shares with plugins come from the packages of the version in GRAFANA_PACKAGES, for all importing
// files. Libraries that the plugin bundles (@grafana/i18n, @grafana/plugin-ui, @grafana/schema) are the project's own.
const path = require('node:path');

const folder = path.resolve(__dirname, '../grafana', process.env.GRAFANA_PACKAGES);
const SHARED =
  /^(@grafana\/(data|ui|runtime|e2e-selectors)|react|react-dom|@emotion\/(css|react)|rxjs|lodash|moment|i18next)(\/|$)/;

module.exports = (request, options) => {
  const outside = !options.basedir.startsWith(folder + path.sep);
  return options.defaultResolver(request, outside && SHARED.test(request) ? { ...options, basedir: folder } : options);
};
