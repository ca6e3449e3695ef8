import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

it('every mistake of npm run test:mutants has its text in src', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['tests/mutants.mjs', '--check'], {
    cwd: join(__dirname, '..', '..'),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe('0 not noticed\n');
});
