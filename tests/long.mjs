/**
 * npm run test:long: what `npm test` does in part, in full. Every fault on every format, 10,000 cases of each property, thirty
 * simulated days with the memory that they take. `-- faults` for the files whose names hold that.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const named = process.argv.slice(2);
const files = named.length > 0 ? named : ['tests/long/', 'tests/contract/faults'];
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', jest, '-c', '.config/jest.config.js', '--runInBand', '--testTimeout=7200000', ...files],
  { cwd: root, env: { ...process.env, LONG_RUN: '1' }, stdio: 'inherit' }
);
process.exitCode = status ?? 1;
