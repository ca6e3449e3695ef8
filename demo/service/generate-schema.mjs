// Writes schema.ts, the types of the service's interface for the demo service, from openapi.yaml. `npm run schema` runs
// it. With --print, it prints the types. A test uses this to detect an outdated schema.ts.
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../../src/service/openapi.yaml', import.meta.url);
const target = new URL('./schema.ts', import.meta.url);
const head =
  '// Generated from openapi.yaml by generate-schema.mjs (npm run schema). Not for editing by hand.\n/* eslint-disable */\n\n';

const text = head + astToString(await openapiTS(source, { alphabetize: false }));
if (process.argv.includes('--print')) {
  process.stdout.write(text);
} else {
  await writeFile(target, text);
}
