import { unzipSync } from 'fflate';
import { checksum, pack } from './archive';

const bytes = (text: string) => new TextEncoder().encode(text);

it('has everything in one folder', () => {
  const files = unzipSync(
    pack({ 'module.js': bytes('define()'), 'img/logo.svg': bytes('<svg/>') }, 'id', '2026-01-31')
  );
  expect(Object.keys(files)).toEqual(['id/module.js', 'id/img/logo.svg']);
  expect(new TextDecoder().decode(files['id/module.js'])).toBe('define()');
});

it('is the same for the same files on the same day', () => {
  const files = { 'a.js': bytes('a'.repeat(5000)) };
  expect(pack(files, 'id', '2026-01-31')).toEqual(pack(files, 'id', '2026-01-31'));
});

it('has a checksum that sha256sum reads', () => {
  expect(checksum('sha256', bytes('abc'), 'a.zip')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.zip\n'
  );
});
