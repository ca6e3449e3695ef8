import { type Files } from './archive';
import { findings } from './checks';

const expected = {
  id: 'an-id',
  version: '1.2.3',
  author: 'The authors',
  repository: 'https://github.com/owner/name',
};
const screenshots = ['a', 'b', 'c', 'd'].map((name) => ({ name, path: `img/screenshots/${name}.png` }));
const plugin = {
  id: 'an-id',
  info: {
    version: '1.2.3',
    updated: '2026-01-31',
    description: 'What it is for',
    keywords: ['anomaly detection', 'observability'],
    logos: { small: 'img/logo.svg', large: 'img/logo.svg' },
    links: [{ name: 'Source', url: expected.repository }],
    screenshots,
  },
  includes: [{ path: 'dashboards/overview.json' }],
  dependencies: { grafanaDependency: '>=11.6.0-0' },
};

function archive(changes: Record<string, string | undefined> = {}, info: object = {}): Files {
  const texts: Record<string, string | undefined> = {
    'module.js': 'define()',
    'module.js.map': '{}',
    '17.js': '',
    'plugin.json': JSON.stringify({ ...plugin, info: { ...plugin.info, ...info } }),
    'README.md': '# Name\n\n[docs](https://github.com/owner/name)',
    'CHANGELOG.md': '# Changelog\n\n## [1.2.3] - 2026-01-31\n\n### Added\n\n- All.\n',
    LICENSE: 'Apache\n   Copyright 2026 The authors\n',
    'THIRD-PARTY-NOTICES.txt': 'none',
    'MANIFEST.txt': 'signed',
    'img/logo.svg': '<svg/>',
    'dashboards/overview.json': '{}',
    ...Object.fromEntries(screenshots.map(({ path }) => [path, 'png'])),
    ...changes,
  };
  const there = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(there.map(([name, text]) => [`an-id/${name}`, new TextEncoder().encode(text)]));
}

const say = (files: Files) => findings(files, expected).map(({ level, text }) => `${level}: ${text}`);

it('an archive that is ready has nothing', () => {
  expect(say(archive())).toEqual([]);
});

it.each([
  ['error: LICENSE is missing', archive({ LICENSE: undefined })],
  ['error: fixtures/a.json has no place in the archive', archive({ 'fixtures/a.json': '{}' })],
  ['error: other/file lies outside of the folder an-id', { ...archive(), 'other/file': new Uint8Array() }],
  ['error: README.md: docs/a.md leads nowhere in the catalogue', archive({ 'README.md': '![a](docs/a.md)' })],
  ['error: LICENSE has no line "Copyright 2026 The authors"', archive({ LICENSE: 'Copyright 2015 Another' })],
  ['error: plugin.json: the version is "1.0.0", not 1.2.3', archive({}, { version: '1.0.0' })],
  ['error: plugin.json: the date is "%TODAY%"', archive({}, { updated: '%TODAY%' })],
  [
    'error: plugin.json: img/no.svg is named and not there',
    archive({}, { logos: { small: 'img/no.svg', large: 'img/logo.svg' } }),
  ],
  ['error: plugin.json: the keyword "observability" is missing', archive({}, { keywords: ['anomaly detection'] })],
  ['error: plugin.json: there are no links', archive({}, { links: [] })],
  ['to do: the plugin is not signed', archive({ 'MANIFEST.txt': undefined })],
  [
    'to do: 3 of 4 screenshots: put them into src/img/screenshots and name them in plugin.json',
    archive({}, { screenshots: screenshots.slice(1) }),
  ],
])('%s', (text, files) => {
  expect(say(files)).toContain(text);
});

it('a release has a heading with its date', () => {
  const unreleased = archive({ 'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- All.\n' });
  expect(say(unreleased)).toEqual(['to do: CHANGELOG.md has no "## [1.2.3] - DATE"']);
});

it('a Grafana before its release is not refused', () => {
  const text = JSON.stringify({ ...plugin, dependencies: { grafanaDependency: '>=11.6.0' } });
  expect(say(archive({ 'plugin.json': text }))).toEqual([expect.stringContaining('grafanaDependency has no -0')]);
});
