/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStartProgram } from './start-flags';

function say(line: string): string {
  let said = '';
  const told = (text: string) => (said += text);
  const program = makeStartProgram().exitOverride().configureOutput({ writeErr: told, writeOut: told });
  try {
    program.parse(line.split(' ').filter(Boolean), { from: 'user' });
  } catch {
    // What it said is looked at.
  }
  return said;
}

describe('the flags of npm start', () => {
  it.each(['', '--busy --workbench-port 3500 --no-open --grafana 13.2', '--fail 0.14 --latency 800-2500'])(
    'takes %s',
    (line) => expect(say(line)).toBe('')
  );

  it.each([
    ['--workbench-prt 1', '--workbench-port'],
    ['--no-opne', '--no-open'],
    ['--latncy 5', '--latency'],
    ['busy', 'too many arguments'],
  ])('refuses %s with the nearest there is', (line, nearest) => {
    expect(say(line)).toContain(nearest);
  });

  it.each(['service/README.md', 'workbench/README.md'])('are told by --help as in %s', (file) => {
    const help = say('--help');
    const told = [...readFileSync(join(__dirname, file), 'utf8').matchAll(/(?<=^\| `)--[a-z-]+/gm)];
    expect(told.length).toBeGreaterThan(2);
    expect(told.map(([flag]) => flag).filter((flag) => !help.includes(` ${flag}`))).toEqual([]);
  });
});
