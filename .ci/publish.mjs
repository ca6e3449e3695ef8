/** npm run release:publish: a draft of a release on GitHub, of the tag in TAG, with what is in artifacts/. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '..', 'artifacts');
const files = fs.readdirSync(folder).filter((name) => /\.zip(\.sha\d+)?$/.test(name));
const tag = process.env.TAG ?? '';
const args = ['release', 'create', tag, '--verify-tag', '--draft', '--title', tag];
const { status, error } = spawnSync(
  'gh',
  [...args, '--notes-file', path.join(folder, 'release-notes.md'), ...files.map((name) => path.join(folder, name))],
  { stdio: 'inherit' }
);
if (error) {
  console.error(`gh: ${error.message}`);
}
process.exitCode = status ?? 1;
