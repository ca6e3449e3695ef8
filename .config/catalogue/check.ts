/**
 * npm run check:catalogue: packs the plugin, and checks the archive for Grafana's catalogue with the official validator.
 * It lists what is still to do before a release. With `-- --release`, it fails if there is anything. npm run check:release
 * uses dist/ as it is, which is signed by then. The last line is the total. A validator that can't run counts as skipped
 * (exit status 2), but as failed in a workflow on GitHub.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packPlugin } from './package';
import { validate } from './validator';

const UNSIGNED = 'the plugin is not signed';
const root = path.resolve(__dirname, '..', '..');
const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
/** The address of a repository that does not exist yet. */
const PLACEHOLDER = 'https://github.com/anomaly-monitoring/grafana-datasource';
const { version, repository, service } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

const archive = packPlugin();
const dist = path.join(root, 'dist');
const isDated = fs.readFileSync(path.join(dist, 'CHANGELOG.md'), 'utf8').includes(`## [${version}] - `);
const toDo = [
  ...(repository === PLACEHOLDER
    ? ['author and repository in package.json are placeholders: npm pkg set author=… repository=…']
    : []),
  ...(/^an? /.test(service) ? ['the service has no name: npm pkg set service="[Name](https://…)"'] : []),
  ...(isDated ? [] : [`CHANGELOG.md has no heading "## [${version}] - DATE"`]),
  ...textsToTranslate(),
  ...picturesToTake(),
  ...(fs.existsSync(path.join(dist, 'MANIFEST.txt')) ? [] : [UNSIGNED]),
];
const errors: string[] = [];
const verdict = validate(root, archive);
const isSkipped = 'skipped' in verdict;
if (isSkipped) {
  const problem = `The official validator did not run: ${verdict.skipped}`;
  console.log(`\n${problem}`);
  errors.push(...(process.env.GITHUB_ACTIONS || values.release ? [problem] : []));
} else {
  errors.push(...verdict.errors);
  say('Warnings', verdict.others);
}
say('Errors', errors);
say('To do before a release', toDo);
// A release without a token is unsigned on purpose.
const mustBeDone = toDo.filter((what) => what !== UNSIGNED || process.env.GRAFANA_ACCESS_POLICY_TOKEN);
const failed = errors.length + (values.release ? mustBeDone.length : 0);
console.log(`\n${failed === 0 && !isSkipped ? 1 : 0} passed, ${failed} failed${isSkipped ? ', 1 skipped' : ''}`);
process.exitCode = failed > 0 ? 1 : isSkipped ? 2 : 0;

function say(title: string, lines: string[]) {
  console.log(`\n${title}: ${lines.length === 0 ? 'none' : ''}`);
  lines.forEach((line) => console.log(`- ${line}`));
}

/** The query types of the docs without a picture. */
function picturesToTake(): string[] {
  const pages = ['metric-queries.md', 'queries.md'].map((page) =>
    fs.readFileSync(path.join(root, 'docs', page), 'utf8')
  );
  const sections = pages.flatMap((page) => page.split(/^##+ /m));
  const types = sections.flatMap((section) =>
    section.includes('](./img/') ? [] : (/^`(\w+)`: _/m.exec(section)?.[1] ?? [])
  );
  return types.map((type) => `The docs have no picture of ${type}: npm run screenshots -- -g ${type}`);
}

function textsToTranslate(): string[] {
  const { stdout } = spawnSync(process.execPath, ['.config/i18n/extract.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.includes(' 0 to translate') ? [] : ['texts are not translated: npm run i18n'];
}
