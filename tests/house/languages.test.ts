import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Every language that plugin.json lists has every text of the source, no other, with the same placeholders. */
describe('languages', () => {
  it('are complete', () => {
    const root = join(__dirname, '..', '..');
    const { stdout, stderr } = spawnSync(process.execPath, ['.config/i18n/extract.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trim()).toMatch(/^\d+ texts, \d+ languages, 0 to be seen to$/);
  }, 60_000);
});
