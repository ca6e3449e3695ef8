import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes, gzipped. */
export interface Sizes {
  /** module.js: what a panel needs. */
  module: number;
  /** All scripts together. */
  all: number;
}

/** The same bounds as those of `npm run bench`. */
export const BOUNDS: Sizes = { module: 24 * 1024, all: 138 * 1024 };

/** How much a browser loads of a built plugin. */
export function sizesOf(dist: string): Sizes {
  const gzipped = (name: string) => gzipSync(fs.readFileSync(path.join(dist, name))).length;
  const scripts = fs.readdirSync(dist).filter((name) => name.endsWith('.js'));
  return { module: gzipped('module.js'), all: scripts.reduce((sum, name) => sum + gzipped(name), 0) };
}

/** A Markdown table of sizes, with what they were before where that is known. */
export function table(now: Sizes, before?: Sizes): string {
  const bytes = (value: number) => value.toLocaleString('en-US');
  const signed = (value: number) => `${value > 0 ? '+' : ''}${bytes(value)}`;
  const row = (name: string, key: keyof Sizes) =>
    [
      name,
      bytes(now[key]),
      ...(before ? [bytes(before[key]), signed(now[key] - before[key])] : []),
      `${bytes(BOUNDS[key])}${now[key] > BOUNDS[key] ? ' (exceeded)' : ''}`,
    ].join(' | ');
  const heads = ['', 'bytes', ...(before ? ['before', 'change'] : []), 'at most'];
  return [heads.join(' | '), heads.map(() => '---').join(' | '), row('module.js', 'module'), row('all scripts', 'all')]
    .map((line) => `| ${line} |`)
    .join('\n');
}
