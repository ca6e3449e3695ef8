import { notesOf, released } from './texts';

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

it('gives what a version says', () => {
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- Two things.');
  expect(notesOf(changelog, '1.0.0-beta.1')).toBe('### Security\n\n- Three.');
  expect(notesOf(changelog, '1.0.0')).toBeUndefined();
});

it('a release gives what was unreleased a version and a day, and begins anew', () => {
  const text = released(changelog, '1.2.0', '2026-03-31');
  expect(notesOf(text, '1.2.0')).toBe('### Fixed\n\n- One thing.');
  expect(text).toContain('## [Unreleased]\n\n## [1.2.0] - 2026-03-31\n');
  expect(() => released(text, '1.3.0', '2026-03-31')).toThrow(/nothing that it is unreleased/);
});

it.each(['', 'v1.2.0', '1.2', '1.1.0'])('refuses the version "%s"', (version) => {
  expect(() => released(changelog, version, '2026-03-31')).toThrow();
});
