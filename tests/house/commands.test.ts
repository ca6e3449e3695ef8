import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(__dirname, '..', '..', name), 'utf8');
/** The README up to its first section about a real Grafana. */
const top = read('README.md').split('### In a real Grafana')[0];
const { scripts, engines } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

/** A script that installs what it needs: Node runs it before there are packages. */
const OF_NODE = /^node \S+\.mjs$/;

test.each(['start', 'test'])('the top of the README names `npm %s`, which needs nothing but Node', (script) => {
  expect(top).toContain(`| \`npm ${script}\``);
  expect(scripts[script]).toMatch(OF_NODE);
});

test('the top of the README names what both need', () => {
  expect(top).toContain(`Node ${engines.node.replace('>=', '')}`);
  for (const need of [/package registry/, /GB of disk space/, /minutes/]) {
    expect(top).toMatch(need);
  }
});
