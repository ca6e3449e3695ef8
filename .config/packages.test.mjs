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
  fs.writeFileSync(path.join(place, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  return place;
}

const a = { 'node_modules/a': { version: '1.0.0' } };

test('nothing installed', () => assert.equal(isInstalled(folder(a, undefined)), false));

test('the same packages are installed', () => assert.equal(isInstalled(folder({ '': { name: 'x' }, ...a }, a)), true));

test('another version does not match', () =>
  assert.equal(isInstalled(folder({ 'node_modules/a': { version: '2.0.0' } }, a)), false));

test('a package for another system may be missing', () =>
  assert.equal(isInstalled(folder({ ...a, 'node_modules/b': { version: '1.0.0', optional: true } }, a)), true));
