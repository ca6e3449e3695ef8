/**
 * npm test: everything, on a fresh clone too. Types, lint, the unit, property and component tests, the build, the
 * browser tests. Each stage runs although an earlier one failed; the last line is the total.
 */
import '../.config/node-version.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Children } from '../.config/children.mjs';
import { buildPlugin, buildWorkbench, install } from '../.config/steps.mjs';
import { runBrowserTests } from './browser-tests.mjs';
import { runScriptTests } from './script-tests.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'anomaly-tests-'));
const children = new Children(root);
const total = { passed: 0, failed: 0 };

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => void children.end().then(() => process.exit(130)));
}

try {
  await install(root, children);
} catch (error) {
  console.error(`The packages could not be installed: ${error.message}`);
  finish({ failed: 1 });
}
await stage('Types', () => check('node_modules/typescript/bin/tsc', ['--noEmit']));
await stage('Types, with the next Grafana and React 19', () => check('.config/grafana/typecheck.mjs', ['13.2']));
await stage('Lint', () => check('node_modules/eslint/bin/eslint.js', ['.', '--max-warnings', '0']));
await stage('Scripts', runScriptTests);
await stage('Unit, property and component tests', jest);
await stage('Build', build);
await stage('Browser tests', () => runBrowserTests());
finish();

async function stage(name, run) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  let result;
  try {
    result = await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    result = { failed: 1 };
  }
  const { passed = 0, failed = 0 } = result;
  total.passed += passed;
  total.failed += failed;
  console.log(`-- ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - began) / 1000)} s)`);
}

function finish({ failed = 0 } = {}) {
  fs.rmSync(reports, { recursive: true, force: true });
  total.failed += failed;
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

/** A check without tests of its own counts as one. */
function check(program, args) {
  return run(program, args) ? { passed: 1 } : { failed: 1 };
}

function jest() {
  const report = path.join(reports, 'jest.json');
  const args = ['-c', '.config/jest.config.js', '--ci', '--maxWorkers=2', '--json', `--outputFile=${report}`];
  const fine = run('node_modules/jest/bin/jest.js', args);
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = read(report);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: fine ? failed : Math.max(1, failed) };
}

async function build() {
  await buildPlugin(root, children);
  await buildWorkbench(root, children);
  return {};
}

function read(report) {
  if (!fs.existsSync(report)) {
    throw new Error('The tests ended without a report.');
  }
  return JSON.parse(fs.readFileSync(report, 'utf8'));
}

function run(program, args) {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}
