import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Section } from '../figure';
import { type Host } from '../host';

/** How much a browser loads, gzipped. */
export async function size(_: Host, dist: string): Promise<Section> {
  const files = fs.readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const kilobytes = (name: string) => gzipSync(fs.readFileSync(path.join(dist, name))).length / 1024;
  return {
    title: 'Size, gzipped',
    figures: [
      {
        what: 'module.js: what a panel needs',
        value: kilobytes('module.js'),
        unit: 'KB',
        bound: { atMost: 50 },
        of: `${(fs.statSync(path.join(dist, 'module.js')).size / 1024).toFixed(1)} KB plain`,
      },
      {
        what: 'all scripts',
        value: files.reduce((sum, name) => sum + kilobytes(name), 0),
        unit: 'KB',
        bound: { atMost: 130 },
        of: `${files.length} files`,
      },
    ],
  };
}
