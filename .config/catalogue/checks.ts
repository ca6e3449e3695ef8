import { type Files } from './archive';

/** What was found: an error keeps the plugin out of the catalogue; something to do keeps it from being released. */
export interface Findings {
  errors: string[];
  toDo: string[];
}

const NEEDED = ['module.js', 'plugin.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'];
const PLACES = /^(\d+\.js|\w+\.js)(\.map)?$|^(img|dashboards|locales)\/|^[A-Z-]+(\.md|\.txt)?$|^plugin\.json$/;
export const UNSIGNED = 'the plugin is not signed';

/**
 * What the catalogue's own validator does not look for: files that do not belong in the archive or are missing, values
 * that the build left open, and the state of the changelog.
 *
 * @param archive as `unpack` gives it
 * @param id the plugin's
 * @param version of package.json
 */
export function check(archive: Files, id: string, version: string): Findings {
  const names = Object.keys(archive).map((name) => name.replace(`${id}/`, ''));
  const text = (name: string) => new TextDecoder().decode(archive[`${id}/${name}`]);
  const errors = [
    ...NEEDED.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
    ...names.filter((name) => !PLACES.test(name)).map((name) => `${name} does not belong in the archive`),
  ];
  if (/%[A-Z]+%/.test(text('plugin.json'))) {
    errors.push('plugin.json: a value is not filled in');
  }
  const toDo: string[] = [];
  if (!text('CHANGELOG.md').includes(`## [${version}] - `)) {
    toDo.push(`CHANGELOG.md has no heading "## [${version}] - DATE"`);
  }
  if (!names.includes('MANIFEST.txt')) {
    toDo.push(UNSIGNED);
  }
  return { errors, toDo };
}
