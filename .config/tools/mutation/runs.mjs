import { createRequire } from 'node:module';

const { Log } = createRequire(import.meta.url)('./log.js');

/**
 * Runs a test file until all changes that it comes by were tried. A change at which a run stopped early is `endless` where
 * the watch ended that run. Else it `crashed`, which another one may have left to it: the next run begins with it, and only
 * where that crashes as well it `crashedAgain`.
 *
 * @param {string} file the test file
 * @param {string} folder of the log
 * @param {() => Promise<boolean>} run runs the file once; gives whether the watch ended it
 * @throws Error where a run adds nothing to the log although changes are left
 */
export async function tryAll(file, folder, run) {
  const isDone = () => new Log(folder).lines.some((line) => line.file === file && line.state === 'done');
  let lines = -1;
  while (!isDone() && new Log(folder).lines.length > lines) {
    lines = new Log(folder).lines.length;
    const wasEnded = await run();
    const log = new Log(folder);
    if (log.underWay !== undefined) {
      const { change, isFirst } = log.underWay;
      const crash = isFirst && log.hasCrashed(change, file) ? 'crashedAgain' : 'crashed';
      log.write({ file, change, state: wasEnded ? 'endless' : crash });
    }
  }
  if (!isDone()) {
    throw new Error(`${file} does not come to its end.`);
  }
}
