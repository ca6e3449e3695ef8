import type { Command } from 'commander';
import { makeProgram } from './service/cli';

/** All that `npm start --` takes: the flags of the start itself, and those that go on to the demo service. */
export function makeStartProgram(): Command {
  return makeProgram('npm start --')
    .description('The plugin in a workbench, with a demo service.')
    .option('--workbench-port <port>', "the workbench's port; the next free one where it is in use", '3400')
    .option('--grafana <version>', 'whose packages the workbench is built with: 11.6, 12.4 or 13.2', '12.4')
    .option('--no-open', 'the browser stays closed');
}

// As a script it ends with 0 where the flags it is given can be taken; where not it says why, and what was perhaps meant.
if (require.main === module) {
  makeStartProgram().parse();
}
