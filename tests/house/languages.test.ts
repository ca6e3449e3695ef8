import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  });

  it('French has a space at signs with two parts, and no line breaks there', () => {
    const file = join(__dirname, '../../src/locales/fr-FR/anomaly-monitoring-datasource.json');
    const texts = readFileSync(file, 'utf8').match(/": ".*"/g) ?? [];
    // Addresses and `node:metric` have no spaces.
    const words = texts.flatMap(
      (text) =>
        text
          .slice(3)
          .replace(/\w:[\w/]/g, '')
          .match(/.?[:;!?%»]|«.?/g) ?? []
    );
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word) => !/^\u00a0|\u00a0$/.test(word))).toEqual([]);
  });

  it('words of alerts, anomalies, and metrics are feminine in Spanish and French, except nouns', () => {
    const wordsIn = (language: string) => {
      const file = join(__dirname, '../../src/locales', language, 'anomaly-monitoring-datasource.json');
      const { story, tables, words } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
      return {
        ...words,
        active: tables.active,
        recovered: story.recovered,
        endedLater: story['ended-later'],
      } as typeof words;
    };
    const french = wordsIn('fr-FR');
    const { active, recovered, endedLater, created, ended, removed, new: added } = french;
    expect(
      [active, recovered, endedLater, created, ended, removed, added].filter((text) => !/^\S*e( |$)/.test(text))
    ).toEqual([]);
    const spanish = wordsIn('es-ES');
    expect(
      [spanish.active, spanish.recovered, spanish.removed, spanish.new].filter((text) => !text.endsWith('a'))
    ).toEqual([]);
  });
});
