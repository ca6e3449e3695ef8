/**
 * npm run ci:size: how much of dist/ a browser loads, gzipped, against its bounds; with `--base FOLDER` also against another
 * build. A Markdown table, on the page of the run where GitHub has one.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BOUNDS, sizesOf, table } from './sizes';

const { values } = parseArgs({ options: { base: { type: 'string' } } });
const sizes = sizesOf(path.resolve(__dirname, '..', 'dist'));
const text = table(sizes, values.base ? sizesOf(path.resolve(values.base)) : undefined);
console.log(text);
if (process.env.GITHUB_STEP_SUMMARY) {
  fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, `## Size, gzipped\n\n${text}\n`);
}
process.exitCode = sizes.module <= BOUNDS.module && sizes.all <= BOUNDS.all ? 0 : 1;
