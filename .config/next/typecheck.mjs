// Type-checks src against the packages of the next major of Grafana, which lie in a folder of their own.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const root = path.join(here, '..', '..');
const installed = path.join(here, 'node_modules', '.package-lock.json');
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: 'inherit' });

try {
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(path.join(here, 'package-lock.json')).mtimeMs) {
    // The peers of @grafana/plugin-ui name React 17; only types are read here.
    run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'], here);
  }
  run(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', here], root);
} catch (error) {
  process.exitCode = error.status || 1;
}
