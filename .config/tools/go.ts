import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '..', '..', 'node_modules', '.cache', 'go');

/**
 * A program written in Go: the one on the path, otherwise one that Go builds in node_modules.
 *
 * @param module with its version, such as `example.com/cmd/name@v1.2.3`
 * @returns the program's file, or why there is none
 */
export function goTool(module: string): { file: string } | { skipped: string } {
  const name = path.basename(module).split('@')[0] + (process.platform === 'win32' ? '.exe' : '');
  const places = [...(process.env.PATH ?? '').split(path.delimiter), folder].map((place) => path.join(place, name));
  const file = places.find((place) => fs.existsSync(place));
  if (file) {
    return { file };
  }
  const env = { ...process.env, GOBIN: folder };
  const { error, status, stderr } = spawnSync('go', ['install', module], { env, encoding: 'utf8' });
  if (error) {
    return { skipped: 'there is no Go here to build it with' };
  }
  return status === 0
    ? { file: path.join(folder, name) }
    : { skipped: `it could not be had: ${stderr.trim().split('\n').at(-1)}` };
}
