/**
 * npm run ci:size: how much of dist/ a browser loads, gzipped, against its bounds, which are those of `npm run bench`. No
 * file may depend on React's inner parts: Grafana replaces React, and a plugin that names them breaks on another version.
 */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(__dirname, '..', 'dist');
const kilobytes = (name: string) => gzipSync(fs.readFileSync(path.join(dist, name))).length / 1024;
const scripts = fs.readdirSync(dist).filter((name) => name.endsWith('.js'));
const all = scripts.reduce((sum, name) => sum + kilobytes(name), 0);
/** module.js is what a panel needs. */
const sizes = [
  { name: 'module.js', size: kilobytes('module.js'), bound: 50 },
  { name: 'all scripts', size: all, bound: 130 },
];
sizes.forEach(({ name, size, bound }) => console.log(`${name}: ${size.toFixed(1)} KB, at most ${bound} KB`));
const INNER_PARTS = /jsx-runtime|ReactCurrentOwner/;
const broken = scripts.filter((name) => INNER_PARTS.test(fs.readFileSync(path.join(dist, name), 'utf8')));
broken.forEach((name) => console.log(`${name} depends on inner parts of React (${INNER_PARTS.source})`));
process.exitCode = broken.length === 0 && sizes.every(({ size, bound }) => size <= bound) ? 0 : 1;
