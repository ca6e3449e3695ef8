import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualPlaces } from './browser.mjs';

test('on Linux: the browsers on the path, in its order', () => {
  const [first, ...rest] = usualPlaces({ platform: 'linux', env: { PATH: '/usr/local/bin:/usr/bin' } });
  assert.equal(first, '/usr/local/bin/chromium');
  assert.ok(rest.includes('/usr/bin/google-chrome'));
});

test('on macOS: the shared applications, then those of the user', () => {
  const places = usualPlaces({ platform: 'darwin', env: { PATH: '/usr/bin' }, home: '/Users/me' });
  assert.equal(places[0], '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  assert.ok(places.includes('/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'));
});

test('on Windows: Chrome, otherwise the preinstalled Edge; unset folders are skipped', () => {
  const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
  const places = usualPlaces({ platform: 'win32', env });
  assert.equal(places[0], 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
  assert.equal(places.at(-1), 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe');
});
