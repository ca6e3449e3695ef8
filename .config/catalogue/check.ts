/**
 * npm run check:catalogue: packs the plugin and holds the archive against what Grafana's catalogue wants, by our own
 * checks and by the official validator. What is still to do before a release is a list; `-- --release` takes it for
 * errors. `-- --no-build` takes dist/ as it is. The last line is the total.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { unpack } from './archive';
import { findings, UNSIGNED } from './checks';
import { packPlugin } from './package';
import { repositoryUrl } from './repository';
import { validate } from './validator';

const root = path.resolve(__dirname, '..', '..');
const { values } = parseArgs({
  options: { release: { type: 'boolean', default: false }, 'no-build': { type: 'boolean', default: false } },
});
const packageJson = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const { name: id, version, author } = packageJson;
const repository = repositoryUrl(packageJson);

const archive = packPlugin(!values['no-build']);
const found = findings(unpack(fs.readFileSync(archive)), { id, version, author, repository });
const addresses = [packageJson.homepage, packageJson.bugs].filter((address: string) => !address.startsWith(repository));
const errors = [
  ...found.filter(({ level }) => level === 'error').map(({ text }) => text),
  ...addresses.map((address) => `package.json: ${address} is not of the repository ${repository}`),
];
const toDo = found.filter(({ level }) => level === 'to do').map(({ text }) => text);
const verdict = validate(root, archive);

say('Errors', errors);
if ('skipped' in verdict) {
  console.log(`\nThe official validator was left out: ${verdict.skipped}`);
} else {
  say('Errors of the official validator', verdict.errors);
  say('What else it says', verdict.others);
}
say('To do before a release', toDo);
// A release without a token is unsigned on purpose.
const mustBeDone = toDo.filter((what) => what !== UNSIGNED || process.env.GRAFANA_ACCESS_POLICY_TOKEN);
const failed =
  errors.length + ('errors' in verdict ? verdict.errors.length : 0) + (values.release ? mustBeDone.length : 0);
console.log(`\n${failed === 0 ? 1 : 0} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function say(title: string, lines: string[]) {
  console.log(`\n${title}: ${lines.length === 0 ? 'none' : ''}`);
  lines.forEach((line) => console.log(`- ${line}`));
}
