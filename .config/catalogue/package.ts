/** npm run package: packs a new dist/ into artifacts/, with its checksums. */
import fs from 'node:fs';
import path from 'node:path';
import { checksum, filesBelow, pack } from './archive';

const root = path.resolve(__dirname, '..', '..');

/** Packs dist/ as it is. @returns the archive's path */
export function packPlugin(): string {
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
  packPlugin();
}
