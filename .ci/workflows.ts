/**
 * npm run ci:workflows: actionlint over the workflows. If it can't be installed, it is skipped, and fails on GitHub. workflows.test.ts
 * checks what actionlint doesn't.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { goTool } from '../.config/tools/go';

const found = goTool('github.com/rhysd/actionlint/cmd/actionlint@v1.7.12');
if ('skipped' in found) {
  console.log(`actionlint did not run: ${found.skipped}.\n0 passed, 1 skipped`);
  process.exitCode = process.env.GITHUB_ACTIONS ? 1 : 0;
} else {
  const { status } = spawnSync(found.file, ['-color'], { cwd: path.resolve(__dirname, '..'), stdio: 'inherit' });
  console.log(status === 0 ? 'actionlint found nothing.' : 'actionlint found the above.');
  process.exitCode = status ?? 1;
}
