/**
 * npm run test:mutation: changes the code of a room in small ways (Stryker's), one at a time, and runs the tests that guard
 * it; what no test notices is listed. `-- query tables` for some rooms. Closes with the share of changes that were noticed,
 * by room. Changes of what runs only while a module loads are not tried, and counted apart.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installPackages } from '../packages.mjs';
import { tryAll } from './mutation/runs.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(import.meta.dirname, 'mutation');
const { Log } = createRequire(import.meta.url)('./mutation/log.js');

/** After so many milliseconds without a line a change counts as one without end; the tests as they are may take longer. */
const SILENCE = 180_000;
const START = 3_600_000;

/** So many cases of a property a change meets at most. */
const CASES = 20;

/** The rooms of arithmetic and reading, and how the paths of tests begin that guard them beside their own. */
const ROOMS = new Map([
  ['query', ['src/families.test.ts']],
  ['tables', ['src/alerts/buckets.test']],
  ['corridors', contract('looks', 'lines', 'compare', 'malformed', 'words', 'overlay', 'metricFrames')],
  ['service', [...contract('malformed', 'bigIds', 'oddLists', 'failures'), 'src/config/health.test']],
  ['store', contract('failures', 'granularity', 'learning', 'lines', 'openEnds', 'packets', 'reuse', 'shared')],
]);

const named = process.argv.slice(2);
const unknown = named.filter((room) => !ROOMS.has(room));
if (unknown.length > 0) {
  throw new Error(`There are the rooms ${[...ROOMS.keys()].join(', ')}, not ${unknown.join(', ')}.`);
}
installPackages(folder);
const { instrument } = await import('./mutation/instrument.mjs');
const shares = [];
for (const room of named.length > 0 ? named : ROOMS.keys()) {
  shares.push(await mutate(room));
}
console.log(shares.join('\n'));

/** @returns what came of it, in a line */
async function mutate(room) {
  const run = path.join(root, 'reports', 'mutation', room);
  fs.rmSync(run, { recursive: true, force: true });
  fs.mkdirSync(run, { recursive: true });
  const own = `src/${room}/`;
  const code = filesIn('src').filter(
    (file) => file.startsWith(own) && /(?<!\.test|\.d)\.ts$/.test(file)
  );
  const tests = [...filesIn('src'), ...filesIn('tests')].filter((file) => /\.test\.tsx?$/.test(file));
  const guards = tests.filter(
    (file) => /(?<!\.demo)\.test\.ts$/.test(file) && ROOMS.get(room).some((start) => file.startsWith(start))
  );
  const changes = await instrument(
    code.map((file) => path.join(root, file)),
    run
  );
  for (const file of [...tests.filter((test) => test.startsWith(own)), ...guards].filter(runsHere)) {
    await tryAll(file, run, () => jest(file, run));
  }
  return told(room, changes, new Log(run));
}

/** Whether a test file runs where changes are switched: one that names an environment of its own does not. */
function runsHere(file) {
  return !fs.readFileSync(path.join(root, file), 'utf8').startsWith('/** @jest-environment');
}

/** One run, which is ended where nothing happens any more: gives whether it was. */
function jest(file, run) {
  const log = path.join(run, 'log.jsonl');
  const args = [
    'node_modules/jest/bin/jest.js',
    '-c',
    path.join(folder, 'jest.config.js'),
    '--runInBand',
    '--runTestsByPath',
    file,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, MUTATION: run, FC_RUNS: String(CASES) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said = `${said}${text}`.slice(-2000)));
  const began = Date.now();
  let wasEnded = false;
  const watch = setInterval(() => {
    const last = fs.existsSync(log) ? fs.statSync(log).mtimeMs : 0;
    if (Date.now() - Math.max(began, last) > (last > began ? SILENCE : START)) {
      wasEnded = child.kill('SIGKILL');
    }
  }, 5000);
  return new Promise((resolve) => {
    child.on('close', () => {
      clearInterval(watch);
      fs.appendFileSync(path.join(run, 'said.txt'), `${file}\n${said}\n`);
      resolve(wasEnded);
    });
  });
}

function told(room, changes, log) {
  const counts = { noticed: 0, endless: 0, crashedAgain: 0, crashed: 0, passed: 0, unseen: 0, atLoad: 0 };
  const atLoad = new Set(log.lines.flatMap((line) => line.atLoad ?? []));
  // What only runs while the tests beside it are loaded is not tried by them; that others pass with it says little.
  const besideAtLoad = new Set(log.lines.flatMap((line) => (line.atLoad ?? []).map((id) => `${id} ${line.file}`)));
  for (const change of changes) {
    const verdict = log.verdictOf(change.id);
    const beside = path.relative(root, change.file).replace(/\.ts$/, '.test.ts');
    // A test that came by it once and never again loaded it.
    const wasLoaded = atLoad.has(change.id) || log.statesOf(change.id).includes('missed');
    const isAtLoad =
      verdict === undefined
        ? wasLoaded
        : besideAtLoad.has(`${change.id} ${beside}`) && !log.hasPassed(change.id, beside);
    const state = (verdict === undefined || verdict === 'passed') && isAtLoad ? 'atLoad' : (verdict ?? 'unseen');
    counts[state]++;
    if (state === 'passed' || state === 'unseen' || state === 'crashed') {
      const { file, line, kind, before, after } = change;
      console.log(`[${state}] ${path.relative(root, file)}:${line} ${kind}\n- ${before}\n+ ${after}\n`);
    }
  }
  const { endless, crashedAgain, passed, unseen } = counts;
  const noticed = counts.noticed + endless + crashedAgain;
  const tried = noticed + passed + unseen;
  return (
    `${room}: ${noticed} of ${tried} changes were noticed (${endless} without end, ${crashedAgain} by crashing twice), ` +
    `${((100 * noticed) / tried).toFixed(1)} %; ${unseen} in code that no test comes by; not counted: ${counts.crashed} that ` +
    `crashed once and were not noticed on their own, ${counts.atLoad} of what runs at load`
  );
}

function contract(...names) {
  return names.map((name) => `tests/contract/${name}.test`);
}

/** Paths from the root of all files in a folder, in order. */
function filesIn(start) {
  const files = fs.readdirSync(path.join(root, start), { recursive: true });
  return files.map((file) => path.posix.join(start, file.replaceAll(path.sep, '/'))).sort();
}
