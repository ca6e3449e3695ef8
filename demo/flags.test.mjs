import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { helpText, readFlags } from './flags.mjs';

const here = import.meta.dirname;

test('flags of the demo service are passed on, in order', () => {
  const { service, ...own } = readFlags(['--busy', '--workbench-port', '5000', '--data', 'DIR', '--no-open']);
  assert.deepEqual(service, ['--busy', '--data=DIR']);
  assert.deepEqual(own, { help: false, port: '5000', grafana: '12.4', open: false, measured: true });
});

test('a value may follow an equals sign, and a flag may be repeated', () => {
  const { grafana, service } = readFlags(['--grafana=13.2', '--fault=fail=429 times=3', '--fault', 'rate=0.1']);
  assert.equal(grafana, '13.2');
  assert.deepEqual(service, ['--fault=fail=429 times=3', '--fault=rate=0.1']);
});

for (const [given, message] of [
  [['--grafana', '9'], /12\.4, 13\.2, not of "9"/],
  [['--workbench-port'], /--workbench-port needs a value/],
  [['--busy=yes'], /--busy takes no value/],
  [['busy'], /takes options alone/],
  [['--workbench-prt', '1'], /no option --workbench-prt. Did you mean --workbench-port\?/],
  [['--no-opne'], /Did you mean --no-open\?/],
  [['--latncy=5'], /Did you mean --latency\?/],
  [['--something-else'], /--help lists/],
]) {
  test(`refuses ${given.join(' ')}`, () => assert.throws(() => readFlags(given), message));
}

test('--help lists every flag in the READMEs', () => {
  const help = helpText();
  for (const file of ['service/README.md', 'workbench/README.md']) {
    const listed = [...fs.readFileSync(path.join(here, file), 'utf8').matchAll(/(?<=^\| .*`)--[a-z-]+/gm)];
    assert.ok(listed.length > 2);
    assert.deepEqual(
      listed.map(([flag]) => flag).filter((flag) => !help.includes(` ${flag}`)),
      []
    );
  }
});

test('npm start responds to --help and to a wrong flag without installed packages', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'start-'));
  const root = path.join(here, '..');
  const copied = (file) => !/node_modules|workbench|dist/.test(path.relative(root, file));
  try {
    for (const name of ['demo', '.config']) {
      fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: copied });
    }
    const start = (flag) => spawnSync(process.execPath, ['demo/start.mjs', flag], { cwd: folder, encoding: 'utf8' });
    assert.equal(start('--help').status, 0);
    assert.match(start('--help').stdout, /--latency <ms>/);
    assert.deepEqual([start('--typo').status, start('--typo').stdout], [1, '']);
    assert.match(start('--typo').stderr, /no option --typo/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
