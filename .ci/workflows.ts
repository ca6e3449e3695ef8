/**
 * npm run ci:workflows: actionlint over the workflows; left out with a word where it cannot be had. What actionlint does not
 * ask for is held by workflows.test.ts.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { goTool } from '../.config/tools/go';

const found = goTool('github.com/rhysd/actionlint/cmd/actionlint@v1.7.12');
if ('skipped' in found) {
  console.log(`actionlint was left out: ${found.skipped}.`);
} else {
  const { status } = spawnSync(found.file, ['-color'], { cwd: path.resolve(__dirname, '..'), stdio: 'inherit' });
  console.log(status === 0 ? 'actionlint found nothing.' : 'actionlint found the above.');
  process.exitCode = status ?? 1;
}
