// `npm run bench`: makes a build outside dist/, and measures it. `--dist <folder>` measures an existing build. Other
// arguments choose sections (`npm run bench -- decoding memory`).
// `npm run bench:viewers` measures many viewers of one service, with and without a cache.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const viewers = words.indexOf('--viewers');
const main = viewers >= 0 ? `tests/bench/${words.splice(viewers, 1)[0].slice(2)}/main.ts` : 'tests/bench/main.ts';
const given = words.indexOf('--dist');
const dist =
  given >= 0 ? path.resolve(words.splice(given, 2)[1] ?? 'dist') : path.join(root, 'node_modules/.cache/bench/dist');

function node(args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}

function build() {
  const config = ['-c', '.config/webpack/webpack.config.ts', '--env', 'production', '--output-path', dist];
  return node(['--import', 'tsx', 'node_modules/webpack/bin/webpack.js', ...config, '--stats', 'errors-only']);
}

process.exitCode = (given >= 0 ? 0 : build()) || node(['--expose-gc', '--import', 'tsx', main, dist, ...words]);
