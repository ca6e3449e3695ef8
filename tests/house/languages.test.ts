import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A text without a translation is shown in English: whoever writes it needs no other language. A release needs them all. */
describe('languages', () => {
  it('have no text that the source lacks, and the same placeholders', () => {
    const root = join(__dirname, '..', '..');
    const { stdout, stderr } = spawnSync(process.execPath, ['.config/i18n/extract.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trim()).toMatch(/\d+ to translate, 0 wrong$/);
  }, 60_000);
});
