/** Steps before everything else. Each is skipped if its result is newer than its sources. */
import fs from 'node:fs';
import path from 'node:path';
import { DEVELOPED, folderOf, installVersion } from './grafana/versions.mjs';
import { isInstalled } from './packages.mjs';

const WEBPACK = ['--import', 'tsx', 'node_modules/webpack/bin/webpack.js', '--env', 'production', '-c'];

/** Installs the packages of package-lock.json if they are missing or older than it. */
export async function install(root, children) {
  if (isInstalled(root)) {
    return;
  }
  console.log('Installing the packages (npm ci), which takes a minute or two …');
  // On Windows, npm is a shell script.
  await children.run('npm ci --no-audit --no-fund --loglevel=error', [], { shell: true });
}

export async function buildPlugin(root, children) {
  const sources = ['src', 'package.json', '.config/webpack', '.config/catalogue', 'CHANGELOG.md', 'LICENSE'];
  if (stale(root, 'dist/module.js', sources)) {
    console.log('Building the plugin …');
    await children.run(process.execPath, [...WEBPACK, '.config/webpack/webpack.config.ts']);
  }
}

/** Builds the workbench's page with the packages of a Grafana (`12.4`: the project's own), which are installed first. */
export async function buildWorkbench(root, children, grafana = DEVELOPED) {
  installVersion(grafana);
  const lock = path.relative(root, path.join(folderOf(grafana), 'package-lock.json'));
  const sources = ['demo/workbench/app', 'demo/workbench/webpack.config.ts', 'package-lock.json', lock];
  if (stale(root, path.join('demo/workbench/dist', grafana, 'workbench.js'), sources)) {
    console.log('Building the workbench …');
    const env = ['--env', `grafana=${grafana}`];
    await children.run(process.execPath, [...WEBPACK, 'demo/workbench/webpack.config.ts', ...env]);
  }
}

function stale(root, result, sources) {
  const made = time(path.join(root, result));
  return sources.some((source) => newest(path.join(root, source)) > made);
}

function newest(place) {
  if (!fs.existsSync(place)) {
    return 0;
  }
  const own = time(place);
  return fs.statSync(place).isDirectory()
    ? Math.max(own, ...fs.readdirSync(place).map((name) => newest(path.join(place, name))))
    : own;
}

function time(file) {
  return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0;
}
