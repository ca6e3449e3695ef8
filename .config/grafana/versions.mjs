/**
 * The supported versions of Grafana, as the packages that they share with plugins. The project's own packages are those
 * of the oldest. The newest version has its own folder, installed when needed.
 */
import path from 'node:path';
import { installPackages } from '../packages.mjs';

const here = import.meta.dirname;
const root = path.resolve(here, '..', '..');

/** The version of the project's own packages, the oldest that is supported. */
export const DEVELOPED = '12.4';
/** By their name on the command line, oldest first: the folder whose `node_modules` has the packages. */
const FOLDERS = new Map([
  [DEVELOPED, root],
  ['13.2', path.join(here, '13.2')],
]);
export const VERSIONS = [...FOLDERS.keys()];

/**
 * @param {string} version one of VERSIONS
 * @returns {string} the folder whose `node_modules` has the packages of that Grafana
 * @throws Error if there is no such version
 */
export function folderOf(version) {
  const folder = FOLDERS.get(version);
  if (!folder) {
    throw new Error(`There are packages of Grafana ${VERSIONS.join(', ')}, not of "${version}".`);
  }
  return folder;
}

/** Installs the packages of a version if they are missing. */
export function installVersion(version) {
  const folder = folderOf(version);
  if (folder !== root) {
    installPackages(folder);
  }
}
