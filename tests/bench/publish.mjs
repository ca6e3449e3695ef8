/**
 * `npm run bench:publish`: runs all benches except `bench:hour`, and updates the tables in docs/performance.md with their
 * output. It takes several minutes, and needs a machine without other work. With `-- --grafana … --service …`, `bench:first`
 * measures in that Grafana.
 */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = path.join(root, 'docs/performance.md');
/** The figures that the docs always show, even if they are within their limits. */
const SHOWN = [
  '90 days: first data',
  'v1: body to frame',
  'v2: body to frame',
  'query of v1: answer from the store',
  'query to thinned frame',
  'packets of 50 metrics: metric',
  'frames of eight panels of one series',
  'Overview over a week, 4 times as slow: all tasks of the plugin',
  'Overview over a week, 4 times as slow: longest task of the plugin',
  'module.js: what a panel needs',
  'all scripts',
  'a week at 1m with gzip: bytes',
  'a week at 1m with gzip: time at 10 Mbit/s',
];

/** The rows of all tables that a bench prints. A bench that exceeds a limit fails, but prints its tables first. */
function rowsOf(script, flags = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join('tests', 'bench', script), ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      said += text;
    });
    child.on('error', reject);
    child.on('close', () => {
      const lines = said.split('\n').filter((line) => line.startsWith('| '));
      resolve(
        lines.map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim())
        )
      );
    });
  });
}

/** The figures of `SHOWN`, and all figures that exceed their limits. */
function figuresOf(rows) {
  const isShown = ([what, , , state]) => SHOWN.includes(what) || state === 'MISSED';
  const shown = rows.filter(isShown).map(([what, figure, bound, state, of]) => {
    return [what, figure, state === 'MISSED' ? `${bound}, missed` : bound, of];
  });
  const names = shown.map(([what]) => what);
  const lost = SHOWN.filter((what) => names.filter((name) => name === what).length !== 1);
  if (lost.length > 0) {
    throw new Error(`Not printed exactly once: ${lost.join('; ')}`);
  }
  return [['what', 'figure', 'limit', 'compared with'], ...shown];
}

function tableOf([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Replaces the table that has the same first heading. */
function renewed(text, rows) {
  const [[first]] = rows;
  const old = new RegExp(`^\\| ${first} +\\|.*\\n(?:\\|.*\\n)+`, 'm');
  if (!old.test(text)) {
    throw new Error(`docs/performance.md has no table that begins with ${first}`);
  }
  return text.replace(old, () => `${tableOf(rows)}\n`);
}

const rounds = await rowsOf('rounds.mjs');
const firsts = await rowsOf('first.mjs', process.argv.slice(2));
const figures = figuresOf([...(await rowsOf('run.mjs')), ...(await rowsOf('busy.mjs'))]);
const day = new Date().toISOString().slice(0, 10);
const text = (await readFile(file, 'utf8')).replace(
  /Measured on [\d-]+ with Node [\d.]+\b[^:]*/,
  `Measured on ${day} with Node ${process.versions.node}`
);
const isRule = ([cell]) => /^-+$/.test(cell);
const tables = [...[rounds, firsts].map((rows) => rows.filter((row) => !isRule(row))), figures];
const options = { ...(await prettier.resolveConfig(file)), filepath: file };
await writeFile(file, await prettier.format(tables.reduce(renewed, text), options));
