import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installPackages } from '../.config/packages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const tool = path.join(root, '.config', 'tools', 'chromium');
/** In node_modules, so that it is deleted with it. */
const unpacked = path.join(root, 'node_modules', '.cache', 'chromium');
const UNPACK = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";

/**
 * A Chromium for Linux from an npm package, downloaded and unpacked once. It needs no administrator: if the system lacks
 * libraries for a browser, the package's libraries are used.
 *
 * @returns {{ file: string, env: Record<string, string> } | undefined} with the environment that it needs; undefined if it
 * doesn't start, after printing why
 */
export function fetchChromium() {
  const file = path.join(unpacked, 'chromium');
  const libraries = path.join(unpacked, 'al2023', 'lib');
  if (!fs.existsSync(file)) {
    console.log('No Chromium here: taking one from an npm package …');
    installPackages(tool);
    fs.mkdirSync(unpacked, { recursive: true });
    // The package only unpacks its libraries on the platform that it was made for.
    const env = { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    spawnSync(process.execPath, ['-e', UNPACK], { cwd: tool, env, stdio: ['ignore', 'inherit', 'inherit'] });
  }
  const searched = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const withFonts = { FONTCONFIG_FILE: writeFontsConfig() };
  const tried = [withFonts, { ...withFonts, LD_LIBRARY_PATH: searched }].map((env) => ({ env, ...start(file, env) }));
  const works = tried.find(({ status }) => status === 0);
  if (!works) {
    console.error(`It does not start: ${tried[1].error?.message ?? tried[1].stderr}`);
  }
  return works && { file, env: works.env };
}

/** A page crashes without any font. This adds the package's fonts to the system's. */
function writeFontsConfig() {
  const file = path.join(unpacked, 'fonts.conf');
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `  <dir>${path.join(unpacked, 'fonts')}</dir>`,
    `  <cachedir>${path.join(unpacked, 'fonts-cache')}</cachedir>`,
    '</fontconfig>',
  ];
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function start(file, env) {
  return spawnSync(file, ['--version'], { env: { ...process.env, ...env }, encoding: 'utf8' });
}
