import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Imports only go down (docs/architecture.md), no file imports itself indirectly, and few files are in the root folder. */
const ROOT = path.join(__dirname, '..', '..');
const SRC = path.join(ROOT, 'src');
const CODE = /\.(ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$|[\\/]testing[\\/]/;

function filesOf(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => CODE.test(name) && !TEST.test(name))
    .map((name) => path.join(folder, name));
}

/** The files that a file imports: values, types, and chunks that are loaded later. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const base = path.resolve(path.dirname(file), fileName);
    const found = ['', '.ts', '.tsx', '/index.ts'].map((end) => base + end).find((one) => fs.existsSync(one));
    return fileName.startsWith('.') && found && CODE.test(found) ? [found] : [];
  });
}

/** The first circle found from each file, as names. */
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

it('has no circular imports', () => {
  const files = filesOf(SRC);
  expect(files.length).toBeGreaterThan(100);
  expect(circlesIn(files)).toEqual([]);
});

it('finds a circle, even through types and lazy chunks', () => {
  const folder = fs.mkdtempSync(path.join(ROOT, 'node_modules', '.circle-'));
  try {
    fs.writeFileSync(path.join(folder, 'a.ts'), "import { type B } from './b';\nexport type A = B;\n");
    fs.writeFileSync(path.join(folder, 'b.ts'), "export const later = () => import('./a');\nexport type B = string;\n");
    expect(circlesIn(filesOf(folder))).toHaveLength(1);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

it('has few files at the root of src', () => {
  const code = fs.readdirSync(SRC).filter((name) => CODE.test(name) && !TEST.test(name));
  expect(code.length).toBeLessThanOrEqual(8);
});

/** What is kept between answers: for one data source, or attached to an object of Grafana or of the store. */
const MEMORY =
  /^(export )?const \w+(: [^=]+)? = (perInstance\(|new (Map|WeakMap|Set|WeakSet|Recent)\b[^(]*\(\))|^let /m;

it('keeps nothing between answers that docs/architecture.md does not name', () => {
  const text = fs.readFileSync(path.join(ROOT, 'docs', 'architecture.md'), 'utf8');
  const keeping = filesOf(SRC).filter((file) => MEMORY.test(fs.readFileSync(file, 'utf8')));
  const names = keeping.map((file) => path.relative(SRC, file).split(path.sep).join('/'));
  expect(names).toContain('facts/facts.ts');
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it('has no streams in families and judging: they are functions of known data', () => {
  const files = ['families', 'judging'].flatMap((room) => filesOf(path.join(SRC, room)));
  const imports = (file: string) => ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, true).importedFiles;
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => imports(file).some(({ fileName }) => fileName.startsWith('rxjs')))).toEqual([]);
});
