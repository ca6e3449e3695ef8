/**
 * npm run test:mutation -- time: changes the code of a room of src/ (or of a file in it) in small ways, with StrykerJS, and
 * lists the changes that no test notices. Its packages are installed when they are first wanted.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installPackages } from '../packages.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(import.meta.dirname, 'mutation');
const rooms = process.argv.slice(2).map((room) => (/\.tsx?$/.test(room) ? `src/${room}` : `src/${room}/**/*.ts?(x)`));

if (rooms.length === 0) {
  console.error('Name a room of src/: npm run test:mutation -- time');
  process.exit(1);
}
installPackages(folder);
const stryker = path.join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const mutate = [...rooms, '!src/**/*.test.ts?(x)', '!src/**/testing/**'].join(',');
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', path.join(folder, 'stryker.config.json'), '-m', mutate],
  {
    cwd: root,
    stdio: 'inherit',
  }
);
process.exitCode = status ?? 1;
