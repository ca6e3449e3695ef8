import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fetchChromium } from './fetch-chromium.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, otherwise one in the usual places, otherwise Playwright's own,
 * otherwise a downloaded one.
 *
 * @returns {{ file: string, env: Record<string, string> } | undefined} with the environment that it needs; undefined if
 * there is none
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    return fs.existsSync(given) ? { file: given, env: {} } : undefined;
  }
  const file = usualPlaces().find((candidate) => fs.existsSync(candidate)) ?? downloaded();
  return file ? { file, env: {} } : fetched();
}

/**
 * Where a Chromium browser is usually installed.
 *
 * @param {{ platform?: string, env?: NodeJS.ProcessEnv, home?: string }} where
 * @returns {string[]} the likeliest first
 */
export function usualPlaces({ platform = process.platform, env = process.env, home = os.homedir() } = {}) {
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(Boolean);
    return WINDOWS.flatMap((place) => folders.map((folder) => path.win32.join(folder, ...place)));
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  const named = folders.flatMap((folder) => NAMES.map((name) => path.posix.join(folder, name)));
  return platform === 'darwin'
    ? [
        ...['/Applications', path.posix.join(home, 'Applications')].flatMap((folder) =>
          MAC.map((name) => path.posix.join(folder, `${name}.app`, 'Contents', 'MacOS', name))
        ),
        ...named,
      ]
    : [...named, '/snap/bin/chromium'];
}

function downloaded() {
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "process.stdout.write(require('playwright-core').chromium.executablePath())"],
    { encoding: 'utf8' }
  );
  return stdout && fs.existsSync(stdout) ? stdout : undefined;
}

/** From an npm package if there is one for this machine, otherwise Playwright's own. */
function fetched() {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return fetchChromium();
  }
  console.log('No Chromium here: Playwright downloads its own …');
  const install = ['node_modules/@playwright/test/cli.js', 'install', '--no-shell', 'chromium'];
  spawnSync(process.execPath, install, { stdio: ['ignore', 'inherit', 'inherit'] });
  const file = downloaded();
  return file && { file, env: {} };
}
