import { absoluteProblems, changelogProblems, notesOf, released } from './texts';

it.each([
  '[a](../docs/a.md)',
  '![a](img/a.png)',
  '[a]: docs/a.md',
  '<img src="a.png">',
  '[a](http://example.com)',
  '[a](/absolute)',
])('%s leads nowhere in the catalogue', (text) => {
  expect(absoluteProblems('README.md', text)).toHaveLength(1);
});

it.each(['[a](https://example.com)', '[a](#limits)', 'a [b] (c)', '<img src="https://example.com/a.png">'])(
  '%s leads where it says',
  (text) => {
    expect(absoluteProblems('README.md', text)).toEqual([]);
  }
);

const changelog = `# Changelog

All of it.

## [Unreleased]

### Fixed

- One thing.

## [1.1.0] - 2026-02-28

### Added

- Two things.

## [1.0.0-beta.1] - 2026-01-31

### Security

- Three.

[1.1.0]: https://example.com
`;

it('takes a changelog of the form, and no other', () => {
  expect(changelogProblems(changelog)).toEqual([]);
  expect(changelogProblems('# Changelog\n## 0.1.0 (unreleased)\n### New\n## [1.0.0]')).toHaveLength(3);
});

it('gives what a version says', () => {
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- Two things.');
  expect(notesOf(changelog, '1.0.0-beta.1')).toBe('### Security\n\n- Three.');
  expect(notesOf(changelog, '1.0.0')).toBeUndefined();
});

it('a release gives what was unreleased a version and a day, and begins anew', () => {
  const text = released(changelog, '1.2.0', '2026-03-31');
  expect(notesOf(text, '1.2.0')).toBe('### Fixed\n\n- One thing.');
  expect(text).toContain('## [Unreleased]\n\n## [1.2.0] - 2026-03-31\n');
  expect(changelogProblems(text)).toEqual([]);
  expect(() => released(text, '1.3.0', '2026-03-31')).toThrow(/nothing that it is unreleased/);
});

it.each(['', 'v1.2.0', '1.2', '1.1.0'])('refuses the version "%s"', (version) => {
  expect(() => released(changelog, version, '2026-03-31')).toThrow();
});
