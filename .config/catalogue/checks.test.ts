import { type Files } from './archive';
import { check } from './checks';

function archive(changes: Record<string, string | undefined> = {}): Files {
  const texts: Record<string, string | undefined> = {
    'module.js': 'define()',
    'module.js.map': '{}',
    '17.js': '',
    'plugin.json': '{}',
    'README.md': '# Name',
    'CHANGELOG.md': '# Changelog\n\n## [1.2.3] - 2026-01-31\n\n### Added\n\n- All.\n',
    LICENSE: 'Apache',
    'THIRD-PARTY-NOTICES.txt': 'none',
    'MANIFEST.txt': 'signed',
    'img/logo.svg': '<svg/>',
    'dashboards/overview.json': '{}',
    ...changes,
  };
  const there = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(there.map(([name, text]) => [`an-id/${name}`, new TextEncoder().encode(text)]));
}

const found = (files: Files) => check(files, 'an-id', '1.2.3');

it('finds nothing in an archive that is ready', () => {
  expect(found(archive())).toEqual({ errors: [], toDo: [] });
});

it.each([
  ['LICENSE is missing', archive({ LICENSE: undefined })],
  ['fixtures/a.json does not belong in the archive', archive({ 'fixtures/a.json': '{}' })],
  ['other/file does not belong in the archive', { ...archive(), 'other/file': new Uint8Array() }],
  ['plugin.json: a value is not filled in', archive({ 'plugin.json': '{"updated":"%TODAY%"}' })],
])('%s', (error, files) => {
  expect(found(files)).toEqual({ errors: [error], toDo: [] });
});

it('lists what a release still needs', () => {
  const files = archive({ 'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n', 'MANIFEST.txt': undefined });
  expect(found(files).toDo).toEqual(['CHANGELOG.md has no heading "## [1.2.3] - DATE"', 'the plugin is not signed']);
});
