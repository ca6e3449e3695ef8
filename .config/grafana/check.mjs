/**
 * npm run check:versions: checks the plugin with the packages of the newest supported Grafana: types, unit tests, and the
 * built module.js. The last line is the total.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPlugin } from '../steps.mjs';
import { Children } from '../children.mjs';
import { DEVELOPED, installVersion, VERSIONS } from './versions.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const jest = ['node_modules/jest/bin/jest.js', '-c', '.config/jest.config.js', '--ci', '--silent', '--forceExit'];
const { values } = parseArgs({ options: { grafana: { type: 'string' } } });
const versions = values.grafana ? [values.grafana] : VERSIONS.filter((version) => version !== DEVELOPED);
const total = { passed: 0, failed: 0 };

await buildPlugin(root, new Children(root));
for (const version of versions) {
  installVersion(version);
  check(`Types, Grafana ${version}`, ['.config/grafana/typecheck.mjs', version]);
  check(`Unit tests, Grafana ${version}`, [...jest, '--maxWorkers=2', 'src', 'tests'], version);
  check(
    `module.js, Grafana ${version}`,
    [...jest, '--runInBand', '--selectProjects', 'page', '--testMatch', '**/tests/versions/*.check.tsx'],
    version
  );
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function check(name, args, packages) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  const env = { ...process.env, ...(packages && { GRAFANA_PACKAGES: packages }) };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const passed = status === 0;
  total[passed ? 'passed' : 'failed'] += 1;
  console.log(`-- ${name}: ${passed ? 'passed' : 'failed'} (${Math.round((Date.now() - began) / 1000)} s)`);
}
