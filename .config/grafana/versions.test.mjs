import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { DEVELOPED, folderOf, VERSIONS } from './versions.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const read = (...place) => JSON.parse(fs.readFileSync(path.join(...place), 'utf8'));

test('the oldest packages belong to the oldest Grafana that plugin.json allows', () => {
  const { grafanaDependency } = read(root, 'src', 'plugin.json').dependencies;
  assert.equal(grafanaDependency, `>=${VERSIONS[0]}.0-0`);
});

for (const version of VERSIONS) {
  test(`the packages of ${version} all have the same version`, () => {
    const { dependencies } = read(folderOf(version), 'package.json');
    const versions = new Set(['data', 'runtime', 'ui'].map((name) => dependencies[`@grafana/${name}`]));
    assert.equal(versions.size, 1);
    assert.ok([...versions][0].startsWith(`${version}.`));
  });
}

test('a missing version is refused', () => {
  assert.throws(() => folderOf('constructor'), /not of "constructor"/);
  assert.equal(folderOf(DEVELOPED), root);
});
