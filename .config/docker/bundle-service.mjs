/**
 * Bundles the demo service for its image, into artifacts/demo-service: one script without node_modules, and next to it, at
 * the same distance as here, the description of the interface that it reads.
 */
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..', '..');
const out = path.join(root, 'artifacts', 'demo-service');
const description = path.join('src', 'service', 'openapi.yaml');

fs.rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: [path.join(root, 'demo', 'service', 'main.ts')],
  outfile: path.join(out, 'demo', 'service', 'http', 'main.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});
fs.mkdirSync(path.join(out, path.dirname(description)), { recursive: true });
fs.copyFileSync(path.join(root, description), path.join(out, description));
