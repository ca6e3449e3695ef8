// Type-checks src against the packages of another Grafana: `node .config/grafana/typecheck.mjs 13.2`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { folderOf, installVersion } from './versions.mjs';

const version = process.argv[2] ?? '13.2';
const root = path.resolve(import.meta.dirname, '..', '..');
installVersion(version);
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folderOf(version)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
