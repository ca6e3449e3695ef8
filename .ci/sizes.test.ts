import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BOUNDS, sizesOf, table } from './sizes';

it('measures scripts as they are sent', () => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'sizes-'));
  const write = (name: string, text: string) => fs.writeFileSync(path.join(dist, name), text);
  write('module.js', 'a'.repeat(1000));
  write('1.js', 'b');
  write('module.js.map', 'not loaded');
  const one = gzipSync('a'.repeat(1000)).length;
  expect(sizesOf(dist)).toEqual({ module: one, all: one + gzipSync('b').length });
  fs.rmSync(dist, { recursive: true });
});

it('says what changed, and which bound is exceeded', () => {
  const lines = table({ module: BOUNDS.module + 1, all: 60_000 }, { module: BOUNDS.module, all: 61_000 }).split('\n');
  expect(lines[2]).toBe('| module.js | 24,577 | 24,576 | +1 | 24,576 (exceeded) |');
  expect(lines[3]).toBe('| all scripts | 60,000 | 61,000 | -1,000 | 141,312 |');
});

it('stands alone where there is nothing before', () => {
  expect(table({ module: 1, all: 2 }).split('\n')[0]).toBe('|  | bytes | at most |');
});
