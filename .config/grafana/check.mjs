/**
 * npm run check:versions: holds the plugin against the oldest and the newest Grafana of its claim. With each one's
 * packages: types, unit tests, the built module.js, and levitate's comparison of what is imported with what there is.
 * `--grafana 11.6` checks one alone, `--grafana latest` compares the imports with what was published last. The last line is the total.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPlugin } from '../steps.mjs';
import { Children } from '../children.mjs';
import { installPackages } from '../packages.mjs';
import { DEVELOPED, fullVersion, installVersion, VERSIONS } from './versions.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const jest = ['node_modules/jest/bin/jest.js', '-c', '.config/jest.config.js', '--ci', '--silent', '--forceExit'];
const levitate = path.join(root, '.config', 'tools', 'levitate');
const { values } = parseArgs({ options: { grafana: { type: 'string' } } });
// Whatever was published last is compared alone: there is no lock file of it.
const latest = values.grafana === 'latest';
const versions = latest ? [] : values.grafana ? [values.grafana] : VERSIONS.filter((version) => version !== DEVELOPED);
const total = { passed: 0, failed: 0 };

await buildPlugin(root, new Children(root));
installPackages(levitate);
for (const version of versions) {
  installVersion(version);
  const full = fullVersion(version);
  check(`Types, Grafana ${full}`, ['.config/grafana/typecheck.mjs', version]);
  check(`Unit tests, Grafana ${full}`, [...jest, '--maxWorkers=2', 'src', 'tests'], version);
  check(
    `module.js, Grafana ${full}`,
    [...jest, '--runInBand', '--selectProjects', 'page', '--testMatch', '**/tests/versions/*.check.tsx'],
    version
  );
  compare(full);
}
if (latest) {
  compare('latest');
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function compare(full) {
  const target = ['data', 'runtime', 'ui'].map((name) => `@grafana/${name}@${full}`).join(',');
  const program = path.join(levitate, 'node_modules', '@grafana', 'levitate', 'dist', 'bin.js');
  check(`Imports, Grafana ${full}`, [program, 'is-compatible', '--path', 'src/module.ts', '--target', target]);
}

function check(name, args, packages) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  const env = { ...process.env, ...(packages && { GRAFANA_PACKAGES: packages }) };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const passed = status === 0;
  total[passed ? 'passed' : 'failed'] += 1;
  console.log(`-- ${name}: ${passed ? 'passed' : 'failed'} (${Math.round((Date.now() - began) / 1000)} s)`);
}
