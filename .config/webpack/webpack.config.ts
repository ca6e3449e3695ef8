/**
 * Builds the plugin into dist/ as Grafana loads it: one AMD module that uses the host's shared libraries. It follows the
 * conventions of @grafana/create-plugin, so that its tools (sign-plugin, the catalogue's validator) find their files.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import CopyWebpackPlugin from 'copy-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { filesBelow } from '../catalogue/archive';
import { NoticesPlugin } from '../catalogue/notices';

const root = process.cwd();
const source = path.join(root, 'src');
const pluginJson = JSON.parse(fs.readFileSync(path.join(source, 'plugin.json'), 'utf8'));
const packageJson = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
/** The repository's address, from which all links are built, who publishes the plugin, and the name of the service. */
const { repository, author, service } = packageJson;
/** The same source gives the same files on the same day, or with SOURCE_DATE_EPOCH (seconds) on any day. */
const epoch = process.env.SOURCE_DATE_EPOCH;
const today = new Date(epoch ? Number(epoch) * 1000 : Date.now()).toISOString().slice(0, 10);

/** A digest of a build's inputs. Webpack's own depends on the folder. */
function buildOf(): string {
  const digest = createHash('sha256');
  for (const [name, bytes] of Object.entries(filesBelow(source))) {
    digest.update(name).update(bytes);
  }
  ['package-lock.json', path.relative(root, __filename)].forEach((name) => digest.update(fs.readFileSync(name)));
  return digest.digest('hex').slice(0, 8);
}

/** Fills in what the build knows, and plugin.json and the README leave open. */
const filledIn = (content: Buffer) =>
  content
    .toString()
    .replaceAll('%VERSION%', packageJson.version)
    .replaceAll('%TODAY%', today)
    .replaceAll('%AUTHOR%', author)
    .replaceAll('%REPOSITORY%', repository)
    .replaceAll('%SERVICE%', service);

/** The libraries that Grafana shares with plugins and that this one uses. The names are module IDs, not prefixes. */
const shared = 'lodash react rxjs i18next @emotion/css @grafana/data @grafana/runtime @grafana/ui'.split(' ');

/** Replaces packages that are imported but never used in a plugin. */
const unreached = path.join(__dirname, 'unreached.mjs');

export default (env: { production?: boolean; development?: boolean } = {}): Configuration => {
  const production = Boolean(env.production);
  return {
    mode: production ? 'production' : 'development',
    devtool: production ? 'source-map' : 'eval-source-map',
    context: source,
    target: ['web', 'es2022'],
    cache: {
      type: 'filesystem',
      buildDependencies: { config: [__filename] },
      name: production ? 'production' : 'development',
      // A cache that was copied with node_modules would contain the files of another checkout.
      version: source,
    },
    entry: { module: './module.ts' },
    externals: [
      // The AMD loader's description of this module: it shows where the lazy files are.
      { 'amd-module': 'module' },
      ...shared,
    ],
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      // Grafana detects the language. A plugin never reaches these parts of @grafana/i18n.
      alias: {
        'i18next-browser-languagedetector': unreached,
        'i18next-pseudo': unreached,
        'react-i18next': path.join(__dirname, 'reactI18next.mjs'),
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: 'swc-loader',
            options: {
              jsc: {
                target: 'es2022',
                loose: false,
                parser: { syntax: 'typescript', tsx: true, dynamicImport: true },
                // The classic transform, because not every supported Grafana shares react/jsx-runtime.
                transform: { react: { runtime: 'classic' } },
              },
            },
          },
        },
        // No module has side effects when it is imported, except the one that sets the address of the files.
        { test: /\.tsx?$/, include: source, sideEffects: false },
        { test: /public-path\.ts$/, sideEffects: true },
        { test: /\.md$/, type: 'asset/source' },
        { test: /\.(png|jpe?g|gif|svg)$/, type: 'asset/resource', generator: { filename: 'img/[name][ext]' } },
      ],
    },
    output: {
      clean: true,
      path: path.join(root, 'dist'),
      filename: '[name].js',
      chunkFilename: production ? `[id].js?_cache=${buildOf()}` : '[name].js',
      library: { type: 'amd' },
      publicPath: `public/plugins/${pluginJson.id}/`,
      uniqueName: pluginJson.id,
      crossOriginLoading: 'anonymous',
    },
    optimization: {
      // Stable names would gain nothing: every file has the build in its address.
      chunkIds: production ? 'size' : 'named',
      moduleIds: production ? 'size' : 'named',
      mangleExports: production ? 'size' : false,
      splitChunks: {
        cacheGroups: {
          // Code that several of the later files share is built once.
          shared: { test: /src[\\/]/, name: 'shared', chunks: 'async', minChunks: 2, enforce: true },
        },
      },
      minimizer: [
        new TerserPlugin({
          extractComments: false,
          terserOptions: { ecma: 2020, compress: { passes: 3, unsafe_arrows: true }, format: { comments: false } },
        }),
      ],
    },
    plugins: [
      new CopyWebpackPlugin({
        patterns: [
          { from: 'plugin.json', to: '.', transform: filledIn },
          { from: 'README.md', to: '.', transform: filledIn },
          { from: '../CHANGELOG.md', to: '.' },
          { from: '../LICENSE', to: 'LICENSE', toType: 'file' },
          { from: 'img/**/*', to: '.' },
          { from: 'dashboards/**/*.json', to: '.' },
          { from: 'locales/**/*.json', to: '.' },
        ],
      }),
      ...(production ? [new NoticesPlugin()] : []),
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }),
    ],
    performance: { hints: false },
    stats: { preset: 'errors-warnings', timings: true, assets: true, modules: false },
  };
};
