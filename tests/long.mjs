/**
 * npm run test:long: runs in full what `npm test` runs in part. Every fault with every format, 10,000 cases of each
 * property, thirty simulated days with their memory, 100,000 steps of random traces.
 * `-- faults` runs the files whose names contain that. `-- trace --seed 7 --steps 1000000` runs that many steps from that
 * seed on.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { values, positionals: named } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' } },
  allowPositionals: true,
});
const files = named.length > 0 ? named : ['tests/long/', 'tests/contract/faults', 'tests/trace/'];
const trace = {
  ...(values.seed && { TRACE_SEED: values.seed }),
  ...(values.steps && { TRACE_STEPS: values.steps }),
};
const { status } = spawnSync(
  process.execPath,
  ['--expose-gc', jest, '-c', '.config/jest.config.js', '--runInBand', '--testTimeout=7200000', ...files],
  { cwd: root, env: { ...process.env, LONG_RUN: '1', ...trace }, stdio: 'inherit' }
);
process.exitCode = status ?? 1;
