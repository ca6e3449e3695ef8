import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/** Files by their path in the archive, with forward slashes. */
export type Files = Record<string, Uint8Array>;

/** The files in a folder, by their path in it. */
export function filesBelow(folder: string): Files {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names
      .filter((name) => fs.statSync(path.join(folder, name)).isFile())
      .map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(folder, name))])
  );
}

/**
 * The archive as Grafana unpacks it: everything in one folder, named like the plugin. The same files on the same day give
 * the same bytes.
 *
 * @param day ISO 8601, the date of all files
 */
export function pack(files: Files, folder: string, day: string): Uint8Array {
  // Zip has no time zone, and uses local time. Unix permissions, readable by all.
  const mtime = new Date(`${day}T00:00:00`);
  const entries: Zippable = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      `${folder}/${name}`,
      [bytes, { mtime, level: 9, os: 3, attrs: 0o100644 << 16 }],
    ])
  );
  return zipSync(entries);
}

/** The content of a checksum file: digest and name. */
export function checksum(algorithm: 'sha1' | 'sha256', bytes: Uint8Array, name: string): string {
  return `${createHash(algorithm).update(bytes).digest('hex')}  ${name}\n`;
}
