import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProgram } from './cli';
import { faultFields } from './faults/fault';
import { allWords } from './faults/words';
import { quirkNames } from './quirks/quirk';

const readme = readFileSync(join(__dirname, 'README.md'), 'utf8');

describe('the README and --help', () => {
  const flags = makeProgram().options.flatMap(({ long }) => (long ? [long] : []));

  it.each([...flags, '--help'])('describe the flag %s', (flag) => {
    expect(readme).toMatch(new RegExp(`\`[^\`]*${flag}\\b`));
  });

  it.each([...Object.keys(faultFields), ...allWords, ...Object.keys(quirkNames)])('describe %s', (word) => {
    expect(readme).toContain(`\`${word}\``);
  });

  it('use the same words', () => {
    let help = '';
    makeProgram()
      .configureOutput({ writeOut: (text) => (help += text) })
      .outputHelp();
    for (const word of [...Object.keys(faultFields), ...allWords, ...Object.keys(quirkNames)]) {
      expect(help).toMatch(new RegExp(`^  ${word} `, 'm'));
    }
  });
});
