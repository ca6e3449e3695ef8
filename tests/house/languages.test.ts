import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * A text without a translation is shown in English, so that authors need no other language. A release needs all
 * translations.
 */
describe('languages', () => {
  it('have no text that is missing in the source, and the same placeholders', () => {
    const root = join(__dirname, '..', '..');
    const { stdout, stderr } = spawnSync(process.execPath, ['.config/i18n/extract.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trim()).toMatch(/\d+ to translate, 0 wrong$/);
  }, 60_000);
});
