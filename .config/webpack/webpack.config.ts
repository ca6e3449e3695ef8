/**
 * Builds the plugin into dist/, as Grafana loads it: one AMD module whose shared libraries the host provides.
 * Follows the conventions of @grafana/create-plugin, so that its tools (sign-plugin, the catalogue's validator) find
 * what they look for.
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
/** The repository's address; all links are made from it. */
const { repository, author } = packageJson;
/** The same source on the same day, or with SOURCE_DATE_EPOCH (seconds) on any, gives the same files. */
const epoch = process.env.SOURCE_DATE_EPOCH;
const today = new Date(epoch ? Number(epoch) * 1000 : Date.now()).toISOString().slice(0, 10);

/** A digest of what a build is made of. Webpack's own depends on the folder. */
function buildOf(): string {
  const digest = createHash('sha256');
  for (const [name, bytes] of Object.entries(filesBelow(source))) {
    digest.update(name).update(bytes);
  }
  ['package-lock.json', path.relative(root, __filename)].forEach((name) => digest.update(fs.readFileSync(name)));
  return digest.digest('hex').slice(0, 8);
}

/** What the build knows and plugin.json and the README leave open. */
const filledIn = (content: Buffer) =>
  content
    .toString()
    .replaceAll('%VERSION%', packageJson.version)
    .replaceAll('%TODAY%', today)
    .replaceAll('%AUTHOR%', author)
    .replaceAll('%REPOSITORY%', repository);

/** What Grafana shares with its plugins; the names are module ids, not prefixes. */
const shared = [
  ...'lodash jquery moment slate emotion @emotion/react @emotion/css prismjs slate-plain-serializer'.split(' '),
  ...'@grafana/slate-react react react-dom react-redux redux rxjs rxjs/operators react-router'.split(' '),
  ...'react-router-dom d3 angular i18next @grafana/ui @grafana/runtime @grafana/data'.split(' '),
];

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
      // A cache that was copied with node_modules would serve the files of the checkout it was made in.
      version: source,
    },
    entry: { module: './module.ts' },
    externals: [
      // The AMD loader's description of this very module: it says where the lazily loaded files are.
      { 'amd-module': 'module' },
      ...shared,
    ],
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      // Grafana itself finds out which language is spoken, or feigned: of @grafana/i18n a plugin never reaches these.
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
                // The classic transform: hosts older than 12.3 do not share react/jsx-runtime.
                transform: { react: { runtime: 'classic' } },
              },
            },
          },
        },
        // Modules do nothing by being imported but the one that says where the files are.
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
      // Names that stay the same over builds would gain nothing: every file carries the build in its address.
      chunkIds: production ? 'size' : 'named',
      moduleIds: production ? 'size' : 'named',
      mangleExports: production ? 'size' : false,
      splitChunks: {
        cacheGroups: {
          // What several rooms share is built once: what editors need, and what the other queries need.
          fields: {
            test: /src[\\/].*(editor[\\/]|\.tsx$)/,
            name: 'editor_shared',
            chunks: 'async',
            minChunks: 2,
            enforce: true,
            priority: 2,
          },
          queries: {
            // With what translates: every room has texts.
            test: /(src|@grafana[\\/]i18n)[\\/]/,
            name: 'queries_shared',
            chunks: 'async',
            minChunks: 2,
            enforce: true,
            priority: 1,
          },
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
