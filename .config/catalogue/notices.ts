import fs from 'node:fs';
import path from 'node:path';
import { type Compiler, type Module } from 'webpack';

/** Licenses of packages that may be part of the plugin. They only require their notice. */
const ACCEPTED = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
/** The folder of a package, from any of its files. */
const PACKAGE = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/;

/** Writes the notices of bundled packages next to the bundle. A package with another license fails the build. */
export class NoticesPlugin {
  apply(compiler: Compiler) {
    const { Compilation, sources } = compiler.webpack;
    const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
    compiler.hooks.thisCompilation.tap('Notices', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'Notices', stage }, () => {
        const used = [...compilation.modules].filter(
          (module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0
        );
        compilation.emitAsset('THIRD-PARTY-NOTICES.txt', new sources.RawSource(noticesOf(used.flatMap(filesOf))));
      });
    });
  }
}

/** The file of a module, or the files of the modules that were joined into it. */
function filesOf(module: Module): string[] {
  const { resource, modules } = module as Module & { resource?: string; modules?: Module[] };
  return [...(resource ? [resource.split('?')[0]] : []), ...(modules ?? []).flatMap(filesOf)];
}

/**
 * The notices that the packages' licenses require, each package once.
 *
 * @param files the files of a bundle; files outside of `node_modules` are our own
 * @throws Error if a package has another license, or no text of it
 */
export function noticesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const notices = new Map([...folders].map(notice));
  return [
    'This plugin contains the following packages, each under its own license.\n',
    ...[...notices.keys()].sort().map((name) => notices.get(name)),
  ].join('\n');
}

/** @returns a package's name and version, and its notice */
function notice(folder: string): [string, string] {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  if (!ACCEPTED.has(license)) {
    throw new Error(`${name} is bundled under "${String(license)}", a licence that nobody has looked at yet.`);
  }
  const texts = fs.readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  if (texts.length === 0) {
    throw new Error(`${name} is bundled, and brings no text of its licence (${license}).`);
  }
  const text = texts.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
  return [`${name} ${version}`, `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`];
}
