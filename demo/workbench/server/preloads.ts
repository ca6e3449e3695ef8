import fs from 'node:fs';
import path from 'node:path';

/** By the name of a part of the page that is loaded by itself: the files that it consists of. */
export type Preloads = Record<string, string[]>;

/** The file in which the build says so, beside the scripts. */
export const PRELOADS = 'preloads.json';

/** @param folder where the page was built */
export function readPreloads(folder: string): Preloads {
  return JSON.parse(fs.readFileSync(path.join(folder, PRELOADS), 'utf8'));
}
