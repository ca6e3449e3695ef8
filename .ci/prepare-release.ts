/** npm run release:prepare -- 1.2.3: the version into package.json and its lock file, and a heading into CHANGELOG.md. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { npm } from '../.config/npm.mjs';
import { released } from '../.config/catalogue/texts';

const root = path.resolve(__dirname, '..');
const changelog = path.join(root, 'CHANGELOG.md');
const [version = ''] = process.argv.slice(2);
try {
  const text = released(fs.readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10));
  const [program, first] = npm();
  const args = [...first, 'version', version, '--no-git-tag-version', '--allow-same-version'];
  if (spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status !== 0) {
    throw new Error('npm did not take the version.');
  }
  fs.writeFileSync(changelog, text);
  console.log(`Read CHANGELOG.md, commit, and tag the merged commit v${version}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
