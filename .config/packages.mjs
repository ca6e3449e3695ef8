/** Folders with their own packages (package.json and lock file), installed when they are first needed. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Whether a folder's installed packages match its lock file.
 *
 * @param {string} folder where package-lock.json is
 */
export function isInstalled(folder) {
  const got = path.join(folder, 'node_modules', '.package-lock.json');
  if (!fs.existsSync(got)) {
    return false;
  }
  const packages = read(got);
  return Object.entries(read(path.join(folder, 'package-lock.json'))).every(
    ([name, { version, optional }]) => name === '' || optional || packages[name]?.version === version
  );
}

/**
 * Installs the packages of a folder's lock file if they are missing. It skips their peers, which are the project's own,
 * and their install scripts.
 *
 * @param {string} folder with package.json and package-lock.json
 * @throws Error if npm fails; it has printed the reason
 */
export function installPackages(folder) {
  if (isInstalled(folder)) {
    return;
  }
  console.log(`Installing the packages of ${path.relative(process.cwd(), folder)} …`);
  const { status, error } = spawnSync(
    'npm ci --legacy-peer-deps --ignore-scripts --no-audit --no-fund --loglevel=error',
    // On Windows, npm is a shell script.
    { cwd: folder, shell: true, stdio: ['ignore', 'inherit', 'inherit'] }
  );
  if (status !== 0) {
    throw new Error(`The packages of ${folder} could not be installed${error ? `: ${error.message}` : ''}.`);
  }
}

function read(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
}
