/**
 * npm run test:mutation: changes the code of a room in small ways, one at a time, and runs the tests that guard it; what no
 * test notices is listed. `-- query tables` for some rooms; without a name all, which takes hours. Closes with the share
 * of changes that were noticed, by room.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from '../packages.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = path.join(import.meta.dirname, 'mutation');

/** The rooms of arithmetic and reading, and the tests that guard them beside their own. */
const ROOMS = new Map([
  ['query', ['src/families.test.ts']],
  [
    'tables',
    [
      'src/alerts/*.test.ts',
      'src/anomalies/*.test.ts',
      'src/deviations/*.test.ts',
      'src/explore/*.test.ts',
      'tests/contract/tables*.test.ts',
    ],
  ],
  ['corridors', ['tests/contract/{looks,lines,compare,malformed,words,overlay}.test.ts']],
  ['service', ['tests/contract/{malformed,bigIds,oddLists}.test.ts', 'src/config/health.test.ts']],
  ['store', ['tests/contract/{failures,granularity,learning,lines,packets,reuse}.test.ts']],
]);

const named = process.argv.slice(2);
const unknown = named.filter((room) => !ROOMS.has(room));
if (unknown.length > 0) {
  throw new Error(`There are the rooms ${[...ROOMS.keys()].join(', ')}, not ${unknown.join(', ')}.`);
}
installPackages(folder);
const scores = (named.length > 0 ? named : [...ROOMS.keys()]).map((room) => ({ room, ...mutate(room) }));
for (const { room, changes, noticed, share } of scores) {
  console.log(`${room}: ${noticed} of ${changes} changes were noticed, ${share} %`);
}

/** @returns how many changes were made, how many noticed, and their share in percent */
function mutate(room) {
  const stryker = path.join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = path.join('.config', 'tools', 'mutation', 'stryker.config.json');
  const mutated = `src/${room}/**/*.ts,!src/**/*.test.*,!src/service/schema.ts`;
  const { status } = spawnSync(process.execPath, [stryker, 'run', config, '--mutate', mutated, '--concurrency', '1'], {
    cwd: root,
    env: { ...process.env, MUTATED_ROOMS: room, MUTATED_TESTS: ROOMS.get(room).join(' ') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const report = path.join(root, 'reports', 'mutation', 'mutation.json');
  if (status !== 0 || !fs.existsSync(report)) {
    throw new Error(`The run of ${room} ended without a report.`);
  }
  const kept = path.join(root, 'reports', 'mutation', `${room}.json`);
  fs.renameSync(report, kept);
  return scoreOf(JSON.parse(fs.readFileSync(kept, 'utf8')));
}

/** A change that makes a test run without end counts as noticed; one that does not compile as none. */
function scoreOf({ files }) {
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted) => states.filter((status) => wanted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const changes = noticed + count('Survived', 'NoCoverage');
  return { changes, noticed, share: Number(((100 * noticed) / changes).toFixed(1)) };
}
