/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('the types of the service', () => {
  // The generator is an ES module, so it runs in its own process.
  it('match openapi.yaml (if not: npm run schema)', () => {
    const fresh = execFileSync(process.execPath, [join(__dirname, 'generate-schema.mjs'), '--print'], {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    });
    expect(readFileSync(join(__dirname, 'schema.ts'), 'utf8')).toBe(fresh);
  });
});
