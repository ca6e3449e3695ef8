/** What has to be there before anything runs; each step is skipped where its result is newer than what it is made of. */
import fs from 'node:fs';
import path from 'node:path';

const WEBPACK = ['--import', 'tsx', 'node_modules/webpack/bin/webpack.js', '--env', 'production', '-c'];

/** Installs the packages of package-lock.json where they are missing or older than it. */
export async function install(root, children) {
  const installed = time(path.join(root, 'node_modules/.package-lock.json'));
  if (installed > 0 && installed >= time(path.join(root, 'package-lock.json')) - 1000) {
    return;
  }
  if (installed > 0 && sameLock(root)) {
    return;
  }
  console.log('Installing the packages (npm ci), which takes a minute or two …');
  await children.run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

export async function buildPlugin(root, children) {
  const sources = ['src', 'package.json', '.config/webpack', 'README.md', 'CHANGELOG.md', 'LICENSE'];
  if (stale(root, 'dist/module.js', sources)) {
    console.log('Building the plugin …');
    await children.run(process.execPath, [...WEBPACK, '.config/webpack/webpack.config.ts']);
  }
}

export async function buildWorkbench(root, children) {
  const sources = ['demo/workbench/app', 'demo/workbench/webpack.config.ts', 'package-lock.json'];
  if (stale(root, 'demo/workbench/dist/workbench.js', sources)) {
    console.log('Building the workbench …');
    await children.run(process.execPath, [...WEBPACK, 'demo/workbench/webpack.config.ts']);
  }
}

/** A checkout touches files without changing them: what counts is whether npm installed from this very list. */
function sameLock(root) {
  const read = (name) => {
    const { packages } = JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
    return packages;
  };
  const wanted = read('package-lock.json');
  const got = read('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([name, { version, optional }]) => name === '' || optional || got[name]?.version === version
  );
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
