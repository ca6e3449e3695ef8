/**
 * npm run release:notes: whether the tag in TAG is of the version in package.json, and what CHANGELOG.md says of it, into
 * artifacts/release-notes.md.
 */
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const [, afterHeading = ''] = read('CHANGELOG.md').split(`\n## [${version}] - `);
// Up to the next version, or to the addresses that the headings link to; the rest of the heading is its date.
const [, ...lines] = afterHeading.split(/\n(?:## |\[[^\]]+\]: )/)[0].split('\n');
const notes = lines.join('\n').trim();
const problems = [
  ...(process.env.TAG === `v${version}` ? [] : [`The tag is "${process.env.TAG}", package.json says ${version}.`]),
  ...(notes ? [] : [`CHANGELOG.md says nothing of ${version}.`]),
];
problems.forEach((problem) => console.error(problem));
if (problems.length === 0) {
  fs.mkdirSync(path.join(root, 'artifacts'), { recursive: true });
  fs.writeFileSync(path.join(root, 'artifacts', 'release-notes.md'), `${notes}\n`);
  console.log(notes);
}
process.exitCode = problems.length === 0 ? 0 : 1;
