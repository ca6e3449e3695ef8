import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fillIn } from './identity.mjs';

const project = path.resolve(import.meta.dirname, '..', '..');

function copied() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'identity-'));
  ['package.json', 'LICENSE'].forEach((name) => fs.copyFileSync(path.join(project, name), path.join(root, name)));
  return root;
}

const read = (root, name) => fs.readFileSync(path.join(root, name), 'utf8');

test('the author and the address are filled in, and nothing else changes', () => {
  const root = copied();
  fillIn(root, { author: 'Jane & Co', repository: 'https://github.com/jane/plugin.git' });
  const [before, after] = [project, root].map((folder) => JSON.parse(read(folder, 'package.json')));
  assert.deepEqual(after, { ...before, author: 'Jane & Co', repository: 'https://github.com/jane/plugin' });
  assert.match(read(root, 'LICENSE'), /Copyright 2026 Jane & Co$/m);
  assert.equal(read(root, 'LICENSE').split('\n').length, read(project, 'LICENSE').split('\n').length);
});

test('without both nothing is written', () => {
  const root = copied();
  assert.throws(() => fillIn(root, { author: 'Jane' }), /Both are needed/);
  assert.throws(() => fillIn(root, { author: 'Jane', repository: 'github.com/jane/plugin' }), /Both are needed/);
  assert.equal(read(root, 'package.json'), read(project, 'package.json'));
});
