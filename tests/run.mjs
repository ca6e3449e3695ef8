/**
 * npm test: types, lint, the unit, property, component, and contract tests, the build and its size, and the browser tests tagged
 * `@smoke`, also on a fresh clone. `npm test -- --all` adds the other browser tests, all variants of queries, more cases of
 * each property, deprecated names, types with the next Grafana, viewers behind a cache, and the checks for the catalogue
 * and of the workflows. Every stage runs, even if an earlier one failed. The last line is the total.
 */
import '../.config/node-version.mjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Children } from '../.config/children.mjs';
import { buildPlugin, buildWorkbench, install } from '../.config/steps.mjs';
import { runBrowserTests } from './browser-tests.mjs';
import { runScriptTests } from './script-tests.mjs';

const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values;
/** The arguments for two minutes of viewers of one dashboard. */
const VIEWERS = ['--viewers', '--dist', 'dist', '--minutes', '2', 'dashboard'];
/** The exit status of a check that could not run. */
const SKIPPED = 2;
const root = path.resolve(import.meta.dirname, '..');
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
  finish(1);
}
const tests = stage('Unit, property, component and contract tests', jest);
if (all) {
  await tests;
}
// Otherwise, Jest shares the processors with the other stages. Two of these wait for pages or have a single thread.
await Promise.all([tests, otherStages()]);
finish();

async function otherStages() {
  await stage('Build', build);
  await stage('Size, and nothing of React that Grafana replaces', () => check('--import', ['tsx', '.ci/size.ts']));
  await stage(all ? 'Browser tests' : 'Smoke tests in the browser', () =>
    all ? runBrowserTests() : runBrowserTests(['--grep', '@smoke'], { env: { SMOKE: '1' } })
  );
  await stage('Types', () => check('node_modules/typescript/bin/tsc', ['--noEmit']));
  await stage('Lint', lint);
  await stage('Scripts', runScriptTests);
  if (all) {
    await stage('Format', () => check('node_modules/prettier/bin/prettier.cjs', ['--check', '--cache', '.']));
    await stage('Types, with the next Grafana and React 19', () => check('.config/grafana/typecheck.mjs', ['13.2']));
    await stage('Catalogue', () => check('--import', ['tsx', '.config/catalogue/check.ts']));
    await stage('Many viewers behind a cache', () => check('tests/bench/run.mjs', VIEWERS));
    await stage('Workflows', () => check('--import', ['tsx', '.ci/workflows.ts']));
  }
}

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
  const { passed = 0, failed = 0, skipped = 0 } = result;
  total.passed += passed;
  total.failed += failed;
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`-- ${name}: ${passed} passed, ${failed} failed${left} (${Math.round((Date.now() - began) / 1000)} s)`);
}

function finish(failed = 0) {
  fs.rmSync(reports, { recursive: true, force: true });
  total.failed += failed;
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

/** A check without tests of its own counts as one. Its output is shown if it fails or was skipped. */
async function check(program, args, env = {}) {
  const { status, output } = await run(program, args, 'pipe', env);
  const isSkipped = /\b[1-9]\d* skipped\s*$/.test(output);
  if (status !== 0 || isSkipped) {
    console.log(output);
  }
  if (status !== 0 && !(status === SKIPPED && isSkipped)) {
    return { failed: 1 };
  }
  return isSkipped ? { skipped: 1 } : { passed: 1 };
}

async function jest() {
  const report = path.join(reports, 'jest.json');
  // Much that tests make is soon garbage. Collecting it took an eighth of their time with Node's default.
  const node = '--max-semi-space-size=64';
  const options = ['-c', '.config/jest.config.js', '--ci', '--maxWorkers=2', '--json', `--outputFile=${report}`];
  const args = ['node_modules/jest/bin/jest.js', ...options];
  // Without --all, properties are tried with few cases, and queries in some of their variants.
  const env = all ? {} : { FC_RUNS: '15' };
  const { status } = await run(node, args, 'inherit', env);
  if (!fs.existsSync(report)) {
    throw new Error('The tests ended without a report.');
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(fs.readFileSync(report, 'utf8'));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(1, failed) };
}

/** What only types show takes as long as all other rules together, and is left to `--all` and `npm run lint`. */
function lint() {
  const cache = all ? 'eslint' : 'eslint-without-types';
  const options = ['--cache', '--cache-location', `node_modules/.cache/${cache}/`, '--max-warnings', '0'];
  return check('node_modules/eslint/bin/eslint.js', ['.', ...options], all ? {} : { LINT_TYPES: 'no' });
}

async function build() {
  await buildPlugin(root, children);
  await buildWorkbench(root, children);
  return { passed: 1 };
}

function run(program, args, stdio, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
