/** Tests of scripts that run before anything is installed, with Node's own test runner: `*.test.mjs`. */
import fs from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['.config', '.ci', 'demo', 'tests'];

/** @returns {Promise<{ passed: number, failed: number }>} after printing the failures */
export async function runScriptTests() {
  const total = { passed: 0, failed: 0 };
  for await (const { type, data } of run({ files: FOLDERS.flatMap((folder) => testsBelow(path.join(root, folder))) })) {
    // Each file is reported as a test with subtests.
    const isFile = data?.name && path.isAbsolute(data.name);
    if (type === 'test:pass' && !isFile) {
      total.passed += 1;
    } else if (type === 'test:fail' && !(isFile && total.failed > 0)) {
      total.failed += 1;
      console.error(
        `${data.file ?? ''}: ${data.name}\n${data.details.error.cause?.message ?? data.details.error.message}`
      );
    }
  }
  return total;
}

function testsBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testsBelow(place);
    }
    return entry.name.endsWith('.test.mjs') ? [place] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = await runScriptTests();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
