import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { noticesOf } from './notices';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'notices-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function install(name: string, description: object, files: Record<string, string> = {}): string {
  const folder = path.join(root, 'node_modules', name);
  fs.mkdirSync(path.join(folder, 'dist', 'esm'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...description }));
  fs.writeFileSync(path.join(folder, 'dist', 'esm', 'package.json'), '{"type":"module"}');
  Object.entries(files).forEach(([file, text]) => fs.writeFileSync(path.join(folder, file), text));
  return path.join(folder, 'dist', 'esm', 'index.js');
}

it('lists each package once, by name, with its version and the text of its license', () => {
  const b = install('b', { license: 'MIT' }, { LICENSE: 'Copyright of b' });
  const a = install('@scope/a', { license: 'Apache-2.0' }, { 'LICENSE.md': 'Apache text', NOTICE: 'Thanks' });
  const text = noticesOf([b, path.join(root, 'src', 'module.ts'), a, b]);
  expect(text.match(/^(@scope\/a|b) 1\.2\.3 \(.*\)$/gm)).toEqual(['@scope/a 1.2.3 (Apache-2.0)', 'b 1.2.3 (MIT)']);
  expect(text).toContain('Copyright of b');
  expect(text).toContain('Apache text\n\nThanks');
});

it.each(['GPL-3.0', undefined, 'SEE LICENSE IN x', { type: 'MIT' }])('refuses the license %p', (license) => {
  const file = install('c', { license }, { LICENSE: 'text' });
  expect(() => noticesOf([file])).toThrow(/c is bundled under/);
});

it('refuses a package without the text of its license', () => {
  expect(() => noticesOf([install('d', { license: 'MIT' })])).toThrow(/d is bundled, and brings no text/);
});
