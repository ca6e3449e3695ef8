import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { isInstalled } from './packages.mjs';

function folder(wanted, got) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'packages-'));
  fs.mkdirSync(path.join(place, 'node_modules'));
  if (got) {
    fs.writeFileSync(path.join(place, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: got }));
  }
  const lock = path.join(place, 'package-lock.json');
  fs.writeFileSync(lock, JSON.stringify({ packages: wanted }));
  // A checkout made the list newer than what was installed from it.
  fs.utimesSync(lock, new Date(), new Date(Date.now() + 60_000));
  return place;
}

const a = { 'node_modules/a': { version: '1.0.0' } };

test('nothing installed', () => assert.equal(isInstalled(folder(a, undefined)), false));

test('the same packages are installed although the list was touched since', () =>
  assert.equal(isInstalled(folder({ '': { name: 'x' }, ...a }, a)), true));

test('another version is not what was asked for', () =>
  assert.equal(isInstalled(folder({ 'node_modules/a': { version: '2.0.0' } }, a)), false));

test('a package for another system may be missing', () =>
  assert.equal(isInstalled(folder({ ...a, 'node_modules/b': { version: '1.0.0', optional: true } }, a)), true));
