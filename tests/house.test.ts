import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** How the house stands: imports only go down (docs/architecture.md), no file needs itself, few stand at the root. */
const ROOT = path.join(__dirname, '..');
const SRC = path.join(ROOT, 'src');
const CODE = /\.(ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$|[\\/]testing[\\/]/;

function filesOf(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => CODE.test(name) && !TEST.test(name))
    .map((name) => path.join(folder, name));
}

/** The files that a file imports: values, types, and what is loaded later. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const base = path.resolve(path.dirname(file), fileName);
    const found = ['', '.ts', '.tsx', '/index.ts'].map((end) => base + end).find((one) => fs.existsSync(one));
    return fileName.startsWith('.') && found && CODE.test(found) ? [found] : [];
  });
}

/** The first circle that is met from each file, as names. */
function circlesIn(files: string[]): string[] {
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: string[]) => {
    const at = way.indexOf(file);
    if (at >= 0) {
      circles.push([...way.slice(at), file].map((one) => path.relative(SRC, one)).join(' -> '));
    } else if (!done.has(file)) {
      graph.get(file)?.forEach((next) => visit(next, [...way, file]));
      done.add(file);
    }
  };
  files.forEach((file) => visit(file, []));
  return circles;
}

/** What lint says of a file whose text has these lines at its end. */
function lint(file: string, lines: string[]): string[] {
  const text = `${fs.readFileSync(path.join(SRC, file), 'utf8')}\n${lines.join('\n')}\n`;
  const eslint = path.join(ROOT, 'node_modules', 'eslint', 'bin', 'eslint.js');
  const args = [eslint, '--stdin', '--stdin-filename', path.join(SRC, file), '--format', 'json'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: ROOT, input: text, encoding: 'utf8' });
  const [{ messages }] = JSON.parse(stdout.slice(stdout.indexOf('[{'))) as Array<{
    messages: Array<{ ruleId: string; message: string }>;
  }>;
  expect(status).toBe(messages.length > 0 ? 1 : 0);
  return messages.filter(({ ruleId }) => ruleId === 'house/floors').map(({ message }) => message);
}

jest.setTimeout(120_000);

it('has no circle of imports', () => {
  const files = filesOf(SRC);
  expect(files.length).toBeGreaterThan(100);
  expect(circlesIn(files)).toEqual([]);
});

it('finds a circle, types and what is loaded later included', () => {
  const folder = fs.mkdtempSync(path.join(ROOT, 'node_modules', '.circle-'));
  try {
    fs.writeFileSync(path.join(folder, 'a.ts'), "import { type B } from './b';\nexport type A = B;\n");
    fs.writeFileSync(path.join(folder, 'b.ts'), "export const later = () => import('./a');\nexport type B = string;\n");
    expect(circlesIn(filesOf(folder))).toHaveLength(1);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

it('refuses what imports a room above, in whatever way', () => {
  const found = lint('answer/times.ts', [
    "import { AnomalyDataSource } from '../datasource';",
    "import { type MetricQuery } from '../metric/models';",
    "export { spanOf } from '../fields/pickers';",
    "export const later = () => import('../catalogue/catalogue');",
    "export type Kept = import('../incidents/active').ActiveAlerts;",
    'export const kept: [typeof AnomalyDataSource, MetricQuery?] = [AnomalyDataSource];',
  ]);
  expect(found).toEqual([
    'datasource.ts stands above answer: imports only go down.',
    'metric stands above answer: imports only go down.',
    'fields stands above answer: imports only go down.',
    'catalogue stands above answer: imports only go down.',
    'incidents stands above answer: imports only go down.',
  ]);
});

it('refuses what one family imports of another, and lets it import what is below', () => {
  const found = lint('deviations/rank.ts', [
    "import { METRIC } from '../metric/models';",
    "import { MAX_RESULTS } from '../query/query';",
    'export const bounds = [METRIC, MAX_RESULTS];',
  ]);
  expect(found).toEqual([expect.stringMatching(/^deviations and metric stand on one floor/)]);
});

it('has few files at the root of src', () => {
  const code = fs.readdirSync(SRC).filter((name) => CODE.test(name) && !TEST.test(name));
  expect(code.length).toBeLessThanOrEqual(8);
});
