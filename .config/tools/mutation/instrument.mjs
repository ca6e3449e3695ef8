import { Instrumenter } from '@stryker-mutator/instrumenter';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Puts every small change that Stryker knows into the files, each behind a switch.
 *
 * @param {string[]} files absolute
 * @param {string} folder where `code.json` goes: the changed code by file
 * @returns {Promise<Array<{ id: string, file: string, line: number, kind: string, before: string, after: string }>>} the changes
 */
export async function instrument(files, folder) {
  const silent = () => {};
  const logger = { debug: silent, info: silent, warn: console.warn, isDebugEnabled: () => false };
  const sources = new Map(files.map((file) => [file, fs.readFileSync(file, 'utf8')]));
  const { files: written, mutants } = await new Instrumenter(logger).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] }
  );
  const code = Object.fromEntries(written.map(({ name, content }) => [name, content]));
  fs.writeFileSync(path.join(folder, 'code.json'), JSON.stringify(code));
  return mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    kind: mutatorName,
    before: textOf(sources.get(fileName), location),
    after: replacement ?? '',
  }));
}

/** Lines of a location count from 0. */
function textOf(source, { start, end }) {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  lines.push(lines.pop().slice(0, end.column));
  return [lines[0].slice(start.column), ...lines.slice(1)].join('\n');
}
