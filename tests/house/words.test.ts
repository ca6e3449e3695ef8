import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts, docs, and comments in plain words: no calques, and not too many. */

const ROOT = join(__dirname, '..', '..');
const SRC = join(ROOT, 'src');

/** Limits. Lower them if there are fewer. A new query type may have a few more texts. */
const MOST_TEXTS = 520;
const MOST_LONG = 2;

/** Phrases that sound translated. Add more if a reader stumbles. */
const CALQUES = [
  /\b(is|are) told\b/i,
  /\btells\b/i,
  /\bof some alerts\b/i,
  /\bgoes on\b/i,
  /\bcame to it\b/i,
  /\blies\b/i,
  /\b(before|behind) the service\b/i,
  /\bbeside\b/i,
  /\bwhere it cuts\b/i,
  /\bnone such\b/i,
  /\bthat of\b/i,
  /\bin whole\b/i,
  /\bas far out\b/i,
  /\bat worst\b/i,
  /\bleast score\b/i,
  /\bthe span before\b/i,
  /\bhow it is now\b/i,
  /\bnothing can be told\b/i,
  /\b(asked for|asks the service)\b/i,
  /\b(nobody|somebody)\b/i,
  /\banew\b/i,
];

function filesBelow(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules' || entry.name === 'dist') {
      return [];
    }
    return entry.isDirectory() ? filesBelow(path, isWanted) : isWanted(entry.name) ? [path] : [];
  });
}

const docs = [
  ...filesBelow(join(ROOT, 'docs'), (name) => name.endsWith('.md')),
  join(ROOT, 'README.md'),
  join(SRC, 'README.md'),
];

/** The English texts of the source by key: the first text after the key of `t`, and what `Trans` contains. */
function textsOfSource(): Map<string, string> {
  const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name);
  const texts = new Map<string, string>();
  for (const file of filesBelow(SRC, isSource)) {
    const source = readFileSync(file, 'utf8');
    const calls = source.matchAll(/\bt\(\s*'([^']+)',\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g);
    for (const [, key, quoted] of calls) {
      texts.set(key, quoted.slice(1, -1).replace(/\\(.)/g, '$1'));
    }
    for (const [, key, content] of source.matchAll(/<Trans i18nKey="([^"]+)">([^]*?)<\/Trans>/g)) {
      texts.set(key, content.replace(/\s+/g, ' ').trim());
    }
  }
  return texts;
}

function calquesIn(text: string): string[] {
  return CALQUES.flatMap((calque) => calque.exec(text)?.[0] ?? []);
}

/** Lines of comments, without the code in them. */
function commentsOf(source: string): string[] {
  const lines = source.match(/^\s*(?:\/\*|\*|\/\/).*$/gm) ?? [];
  return lines.map((line) => line.replace(/`[^`]*`|@param \w+/g, ''));
}

/** Markup of tables and lists doesn't count as words. */
function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

describe('the texts of the interface', () => {
  const texts = [...textsOfSource()];

  it('have no calques', () => {
    expect(texts.flatMap(([key, text]) => calquesIn(text).map((calque) => `${key}: ${calque}`))).toEqual([]);
  });

  it('are at most MOST_TEXTS, and at most MOST_LONG of them are long', () => {
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.length).toBeLessThanOrEqual(MOST_TEXTS);
    expect(texts.filter(([, text]) => text.length > 120).length).toBeLessThanOrEqual(MOST_LONG);
  });
});

it('comments have no calques', () => {
  const isSource = (name: string) => /\.(tsx?|m?js)$/.test(name) && name !== 'words.test.ts';
  const files = ['src', 'demo', 'tests', '.config'].flatMap((folder) => filesBelow(join(ROOT, folder), isSource));
  const found = files.flatMap((file) =>
    commentsOf(readFileSync(file, 'utf8')).flatMap((text) => calquesIn(text).map((calque) => `${file}: ${calque}`))
  );
  expect(found).toEqual([]);
});

describe('the docs', () => {
  it('quote messages as the plugin shows them', () => {
    const texts = [...textsOfSource().values()].map((text) => text.replace(/{{\w+}}|\d+/g, '1'));
    const page = readFileSync(join(ROOT, 'docs', 'troubleshooting.md'), 'utf8');
    const cells = [...page.matchAll(/^\| ([^|]+)\|/gm)].map(([, cell]) => cell);
    const quoted = cells.flatMap((cell) => [...cell.matchAll(/"([^"]+)"/g)].map(([, text]) => text));
    const isShown = (quote: string) => {
      const parts = quote.replace(/\d+/g, '1').split('…');
      return texts.some((text) => parts.every((part) => text.includes(part)));
    };
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter((quote) => !isShown(quote))).toEqual([]);
  });

  it('have no calques', () => {
    expect(docs.flatMap((file) => calquesIn(readFileSync(file, 'utf8')).map((calque) => `${file}: ${calque}`))).toEqual(
      []
    );
  });

  it('have 15,000 words at most', () => {
    const counts = docs.map((file) => wordCount(readFileSync(file, 'utf8')));
    expect(counts.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(15_000);
  });
});

it('the text of an empty dashboard panel has at most twelve words', () => {
  const dashboards = filesBelow(join(SRC, 'dashboards'), (name) => name.endsWith('.json'));
  const said = dashboards.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"noValue": "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text)
  );
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((text) => wordCount(text) > 12)).toEqual([]);
});
