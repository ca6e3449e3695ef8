/**
 * npm run test:mutation -- time: changes the code of rooms of src/ in small ways, with StrykerJS, and lists the changes that
 * none of the rooms' own tests notices. Its packages are installed when they are first wanted.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installPackages } from '../packages.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(import.meta.dirname, 'mutation');
const rooms = process.argv.slice(2);

if (rooms.length === 0) {
  console.error('Name a room of src/: npm run test:mutation -- time');
  process.exit(1);
}
installPackages(folder);
const stryker = path.join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const mutate = [...rooms.map((room) => `src/${room}/**/*.ts?(x)`), '!src/**/*.test.ts?(x)'].join(',');
const args = [stryker, 'run', path.join(folder, 'stryker.config.json'), '-m', mutate];
const env = { ...process.env, MUTATED: rooms.join(',') };
process.exitCode = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
