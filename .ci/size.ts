/**
 * npm run ci:size: how much of dist/ a browser loads, gzipped, against its bounds; with `--base FOLDER` also against another
 * build. A Markdown table, on the page of the run where GitHub has one.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

/** Bytes, the same as those of `npm run bench`: module.js is what a panel needs. */
const BOUNDS = { 'module.js': 24 * 1024, 'all scripts': 138 * 1024 };
type Sizes = Record<keyof typeof BOUNDS, number>;

const { values } = parseArgs({ options: { base: { type: 'string' } } });
const sizes = sizesOf(path.resolve(__dirname, '..', 'dist'));
const before = values.base ? sizesOf(path.resolve(values.base)) : undefined;
const bytes = (value?: number) => value?.toLocaleString('en-US') ?? '';
const names = Object.keys(BOUNDS) as Array<keyof Sizes>;
const rows = names.map((name) => [name, bytes(before?.[name]), bytes(sizes[name]), bytes(BOUNDS[name])]);
const text = [['', 'before', 'now', 'at most'], ['---', '---', '---', '---'], ...rows]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');
console.log(text);
if (process.env.GITHUB_STEP_SUMMARY) {
  fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, `## Size, gzipped\n\n${text}\n`);
}
process.exitCode = names.every((name) => sizes[name] <= BOUNDS[name]) ? 0 : 1;

function sizesOf(dist: string): Sizes {
  const gzipped = (name: string) => gzipSync(fs.readFileSync(path.join(dist, name))).length;
  const scripts = fs.readdirSync(dist).filter((name) => name.endsWith('.js'));
  return { 'module.js': gzipped('module.js'), 'all scripts': scripts.reduce((sum, name) => sum + gzipped(name), 0) };
}
