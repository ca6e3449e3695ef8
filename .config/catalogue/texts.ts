const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const VERSION = /^## \[(?:Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?\] - \d{4}-\d\d-\d\d$)/;

/**
 * Links and pictures of a Markdown text that lead nowhere where the text is read without its repository.
 *
 * @param name the file's, for the sentence
 */
export function absoluteProblems(name: string, markdown: string): string[] {
  const targets = [
    ...markdown.matchAll(/\]\(([^)\s]+)|^\[[^\]]+\]:\s*(\S+)|<(?:img|a)\s[^>]*(?:src|href)="([^"]+)"/gm),
  ];
  return targets
    .map(([, inline, reference, html]) => inline ?? reference ?? html)
    .filter((target) => !/^(https:|mailto:|#)/.test(target))
    .map((target) => `${name}: ${target} leads nowhere in the catalogue`);
}

/** Where a changelog leaves the form of Keep a Changelog 1.1.0. */
export function changelogProblems(markdown: string): string[] {
  const lines = markdown.split('\n').filter((line) => /^#{1,3} /.test(line));
  return lines
    .filter((line, place) => {
      if (line.startsWith('## ')) {
        return !VERSION.test(line);
      }
      return line.startsWith('### ') ? !KINDS.includes(line.slice(4)) : place !== 0 || line !== '# Changelog';
    })
    .map((line) => `CHANGELOG.md: "${line}" is not of the form of Keep a Changelog`);
}

/**
 * What a changelog says of a version, without its heading.
 *
 * @returns undefined where it says nothing
 */
export function notesOf(markdown: string, version: string): string | undefined {
  const begin = markdown.indexOf(`\n## [${version}] - `);
  if (begin < 0) {
    return undefined;
  }
  const body = markdown.slice(markdown.indexOf('\n', begin + 1));
  const end = body.search(/\n(## |\[[^\]]+\]: )/);
  return (end < 0 ? body : body.slice(0, end)).trim() || undefined;
}

/**
 * A changelog in which what was unreleased is a version.
 *
 * @param day ISO 8601
 * @throws Error where nothing is unreleased, or the version is none or there already
 */
export function released(markdown: string, version: string, day: string): string {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new Error(`"${version}" is not a version such as 1.2.3.`);
  }
  if (markdown.includes(`\n## [${version}]`)) {
    throw new Error(`CHANGELOG.md has ${version} already.`);
  }
  const [before, after] = markdown.split('\n## [Unreleased]\n');
  if (!after || !/^- /m.test(after.split('\n## ')[0])) {
    throw new Error('CHANGELOG.md says of nothing that it is unreleased.');
  }
  return `${before}\n## [Unreleased]\n\n## [${version}] - ${day}\n${after}`;
}
