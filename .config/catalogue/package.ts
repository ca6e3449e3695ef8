/**
 * npm run package: builds the plugin and packs it into artifacts/, with its checksums. A signed dist/ stays as it is
 * (`--no-build`): a build would leave the signature without what it signs.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checksum, filesBelow, pack } from './archive';

const root = path.resolve(__dirname, '..', '..');

/**
 * Builds and packs.
 *
 * @returns the archive's place
 * @throws Error where the build fails
 */
export function packPlugin(build: boolean): string {
  if (build) {
    const webpack = [
      '--import',
      'tsx',
      'node_modules/webpack/bin/webpack.js',
      '-c',
      '.config/webpack/webpack.config.ts',
    ];
    const args = [...webpack, '--env', 'production', '--stats', 'errors-only'];
    if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0) {
      throw new Error('The build failed.');
    }
  }
  const dist = path.join(root, 'dist');
  const { id, info } = JSON.parse(fs.readFileSync(path.join(dist, 'plugin.json'), 'utf8'));
  const archive = pack(filesBelow(dist), id, info.updated);
  const folder = path.join(root, 'artifacts');
  const name = `${id}-${info.version}.zip`;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), archive);
  for (const algorithm of ['sha1', 'sha256'] as const) {
    fs.writeFileSync(path.join(folder, `${name}.${algorithm}`), checksum(algorithm, archive, name));
  }
  console.log(`artifacts/${name}: ${(archive.length / 1024).toFixed(0)} KB`);
  return path.join(folder, name);
}

if (require.main === module) {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean', default: false } } });
  packPlugin(!values['no-build']);
}
