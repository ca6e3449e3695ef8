/** Builds the workbench's page into demo/workbench/dist: a host for the built plugin, with the libraries Grafana shares. */
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';

const here = path.resolve('demo/workbench');

export default (env: { production?: boolean } = {}): Configuration => ({
  mode: env.production ? 'production' : 'development',
  devtool: env.production ? false : 'eval-source-map',
  context: here,
  target: ['web', 'es2022'],
  cache: { type: 'filesystem', name: 'workbench', buildDependencies: { config: [__filename] } },
  entry: { workbench: './app/main.ts' },
  output: {
    clean: true,
    path: path.join(here, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].js?v=[contenthash]',
    publicPath: '/workbench/',
    uniqueName: 'workbench',
  },
  // The plugin has no code editor: what draws one in Grafana stays out.
  resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'], alias: { 'monaco-editor': false } },
  module: {
    rules: [
      // Libraries mix ES modules with CommonJS ones: take default imports as their authors' own bundlers do.
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
  // Served on loopback only: making it small would take longer than it saves.
  optimization: { chunkIds: 'named', minimize: false },
  plugins: [
    new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(env.production ? 'production' : 'development') }),
  ],
  performance: { hints: false },
  stats: { preset: 'errors-warnings', timings: true },
});
