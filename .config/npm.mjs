/** npm as a program of Node's: no shell, and the same on Windows, where `npm` itself is a script for one. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * How npm is started.
 *
 * @returns {[string, string[]]} the program and its first arguments
 */
export function npm() {
  const given = process.env.npm_execpath;
  const beside = path.dirname(process.execPath);
  const candidates = [
    ...(given && path.basename(given) === 'npm-cli.js' ? [given] : []),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((candidate) => fs.existsSync(candidate));
  return script ? [process.execPath, [script]] : ['npm', []];
}
