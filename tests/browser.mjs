import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/snap/bin/chromium'];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, else one in the usual places, else Playwright's own, else installed
 * (as root, with apt). Undefined where there is none.
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    return fs.existsSync(given) ? given : undefined;
  }
  return installed() ?? downloaded() ?? (installWithApt() ? installed() : undefined);
}

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...PLACES];
  return candidates.find((file) => fs.existsSync(file));
}

function downloaded() {
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "process.stdout.write(require('playwright-core').chromium.executablePath())"],
    { encoding: 'utf8' }
  );
  return stdout && fs.existsSync(stdout) ? stdout : undefined;
}

function installWithApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    return false;
  }
  console.log('No Chromium here: installing one with apt-get …');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  return (
    spawnSync('apt-get', ['update', '-qq'], options).status === 0 &&
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options).status === 0
  );
}
