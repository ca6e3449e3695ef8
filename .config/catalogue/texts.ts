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
