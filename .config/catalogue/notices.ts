import fs from 'node:fs';
import path from 'node:path';

/** Licences under which a package may be part of the plugin: they ask for their notice and no more. */
const ACCEPTED = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

interface Package {
  folder: string;
  name: string;
  version: string;
  license?: unknown;
}

/**
 * What the licences of the packages ask to be said, of each package once.
 *
 * @param files the files that a bundle was made of; those outside of `node_modules` are our own
 * @throws Error where a package's licence is none of those that were looked at, or its text is missing
 */
export function noticesOf(files: Iterable<string>): string {
  const packages = new Map<string, Package>();
  for (const file of files) {
    const found = file.includes(`${path.sep}node_modules${path.sep}`) ? packageOf(path.dirname(file)) : undefined;
    if (found) {
      packages.set(`${found.name} ${found.version}`, found);
    }
  }
  const notices = [...packages.keys()].sort().map((key) => notice(packages.get(key) as Package));
  return ['This plugin contains the following packages, each under its own license.\n', ...notices].join('\n');
}

function notice({ folder, name, version, license }: Package): string {
  if (typeof license !== 'string' || !ACCEPTED.has(license)) {
    throw new Error(`${name} is bundled under "${String(license)}", a licence that nobody has looked at yet.`);
  }
  const texts = fs.readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  if (texts.length === 0) {
    throw new Error(`${name} is bundled, and brings no text of its licence (${license}).`);
  }
  const text = texts.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}

/** The package that a folder belongs to: the nearest one above with a name (some have others inside, for Node). */
function packageOf(folder: string): Package | undefined {
  const file = path.join(folder, 'package.json');
  if (fs.existsSync(file)) {
    const { name, version, license } = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (name && version) {
      return { folder, name, version, license };
    }
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : packageOf(above);
}
