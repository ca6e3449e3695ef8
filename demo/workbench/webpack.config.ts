/**
 * Builds the workbench's page into demo/workbench/dist/<version>: a host for the built plugin, with the libraries that
 * Grafana shares. `--env grafana=13.2` uses the libraries of another Grafana than the project's.
 */
import path from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';

const here = path.resolve('demo/workbench');
const DEVELOPED = '12.4';

export default ({ grafana = DEVELOPED }: { grafana?: string } = {}): Configuration => ({
  mode: 'production',
  devtool: false,
  context: here,
  target: ['web', 'es2022'],
  cache: { type: 'filesystem', name: `workbench-${grafana}`, buildDependencies: { config: [__filename] } },
  entry: { workbench: './app/main.tsx' },
  output: {
    clean: true,
    path: path.join(here, 'dist', grafana),
    filename: '[name].js',
    chunkFilename: '[name].js?v=[contenthash]',
    publicPath: 'auto',
    uniqueName: 'workbench',
  },
  // The plugin has no code editor, so Grafana's is omitted. Time zones have rules for ten years, not for a hundred: the
  // page's times are in the browser's zone.
  resolve: {
    extensions: ['.ts', '.tsx', '.js', '.mjs'],
    alias: {
      'monaco-editor': false,
      'moment-timezone$': 'moment-timezone/builds/moment-timezone-with-data-10-year-range.js',
    },
  },
  module: {
    rules: [
      ...packagesOf(grafana),
      // SystemJS sets a global. As a module, it would mistake the bundler's loader for another one.
      { test: /[\\/]systemjs[\\/]dist[\\/]/, parser: { amd: false, commonjs: false, system: false } },
      // Libraries mix ES modules with CommonJS, so default imports work like in their authors' bundlers.
      { test: /\.m?js$/, include: /node_modules/, type: 'javascript/auto', resolve: { fullySpecified: false } },
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        use: {
          loader: 'swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true, dynamicImport: true },
              transform: { react: { runtime: 'classic' } },
            },
          },
        },
      },
      { test: /\.css$/, use: ['style-loader', 'css-loader'] },
      { test: /\.(png|jpe?g|gif|svg|woff2?)$/, type: 'asset/resource' },
    ],
  },
  optimization: {
    chunkIds: 'named',
    minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false })],
  },
  plugins: [
    // Date texts for the page's languages. English is built into moment.
    new webpack.ContextReplacementPlugin(/moment[\\/]locale$/, /^\.\/(de|es|fr)\.js$/),
  ],
  performance: { hints: false },
  stats: { preset: 'errors-warnings', timings: true },
});

/** Modules outside that Grafana's packages use these before the project's own. The packages find each other themselves. */
function packagesOf(grafana: string): RuleSetRule[] {
  const folder = path.resolve('.config/grafana', grafana, 'node_modules');
  return grafana === DEVELOPED ? [] : [{ exclude: folder, resolve: { modules: [folder, 'node_modules'] } }];
}
