/**
 * npm run ci:workflows: actionlint over the workflows, the one on the path or one that Go builds; left out with a word
 * where there is neither. What actionlint does not ask for is held by workflows.test.ts.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const MODULE = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const root = path.resolve(__dirname, '..');
const folder = path.join(root, 'node_modules', '.cache', 'go');
const name = process.platform === 'win32' ? 'actionlint.exe' : 'actionlint';
const places = [...(process.env.PATH ?? '').split(path.delimiter), folder].map((place) => path.join(place, name));

let program = places.find((place) => fs.existsSync(place));
if (!program) {
  const env = { ...process.env, GOBIN: folder };
  const { status, error } = spawnSync('go', ['install', MODULE], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  program = status === 0 ? path.join(folder, name) : undefined;
  if (!program) {
    console.log(`actionlint was left out: ${error ? 'there is no Go here to build it with' : 'it could not be had'}.`);
  }
}
if (program) {
  const { status } = spawnSync(program, ['-color'], { cwd: root, stdio: 'inherit' });
  console.log(status === 0 ? 'actionlint found nothing.' : 'actionlint found the above.');
  process.exitCode = status ?? 1;
}
