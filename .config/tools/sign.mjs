/**
 * npm run sign: signs dist/ with the token in GRAFANA_ACCESS_POLICY_TOKEN, for the catalogue or, with `--rootUrls`, for
 * single Grafanas. Without a token, it prints that and signs nothing.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installPackages } from '../packages.mjs';

if (!process.env.GRAFANA_ACCESS_POLICY_TOKEN) {
  console.log('GRAFANA_ACCESS_POLICY_TOKEN is not set: the plugin stays unsigned.');
} else {
  const folder = path.join(import.meta.dirname, 'sign');
  installPackages(folder);
  const program = path.join(folder, 'node_modules', '@grafana', 'sign-plugin', 'dist', 'bin', 'run.js');
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    cwd: path.resolve(import.meta.dirname, '..', '..'),
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
