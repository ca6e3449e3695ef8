import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { lastValueFrom } from 'rxjs';
import { parse } from 'yaml';
import { type AnomalyQuery } from '../src/query/query';
import { HOUR } from '../src/settings';
import { type Demo, demoContext } from './support/demoContext';
import { fakeRequest } from './support/fakeContext';
import { runAny } from './support/run';

const ROOT = join(__dirname, '..');
const NOW = Date.UTC(2026, 10, 21, 12);

jest.setTimeout(60_000);

function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? markdownBelow(path) : entry.name.endsWith('.md') ? [path] : [];
  });
}

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'demo/service/README.md', 'demo/workbench/README.md'].map((name) =>
    join(ROOT, name)
  ),
  ...markdownBelow(join(ROOT, 'docs')),
];

/** The text of a page without its blocks of code, and those blocks by their language. */
function read(page: string) {
  const blocks: Array<{ language: string; code: string }> = [];
  const prose = readFileSync(page, 'utf8').replace(/```(\w*)\n([^]*?)```/g, (_, language: string, code: string) => {
    blocks.push({ language, code });
    return '';
  });
  return { prose, blocks };
}

/** How a heading is linked to: as GitHub does it. */
function anchors(page: string): string[] {
  return [...read(page).prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-')
  );
}

describe('the docs', () => {
  it.each(PAGES.map((page) => [relative(ROOT, page), page]))('%s links to what is there', (_name, page) => {
    const links = [...read(page).prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) {
        return false;
      }
      const [path, anchor] = link.split('#');
      const target = path ? join(dirname(page), path) : page;
      return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('can all be found from their first page', () => {
    const first = join(ROOT, 'docs', 'README.md');
    const found = new Set([first]);
    for (const page of found) {
      for (const [, link] of read(page).prose.matchAll(/\]\((\.[^)#\s]+\.md)/g)) {
        found.add(join(dirname(page), link));
      }
    }
    expect(markdownBelow(join(ROOT, 'docs')).filter((page) => !found.has(page))).toEqual([]);
  });

  it('show files that can be read', () => {
    const files = PAGES.flatMap((page) => read(page).blocks.filter(({ language }) => language === 'yaml'));
    expect(files.length).toBeGreaterThan(1);
    files.forEach(({ code }) => expect(() => parse(code) as unknown).not.toThrow());
  });
});

describe('the queries that the docs show', () => {
  let demo: Demo;
  beforeAll(async () => {
    const probe = await demoContext(NOW, { mood: 'busy' });
    const [alert] =
      await probe.read<Array<{ id: string; metrics: Array<{ nodeId: number; statTypeId: string }> }>>(
        'v2/alerts?expand=metrics'
      );
    await probe.service.close();
    const [{ nodeId, statTypeId }] = alert.metrics;
    const variables = { alert: alert.id, node: String(nodeId), metric: statTypeId };
    demo = await demoContext(NOW, { mood: 'busy', variables });
  });
  afterAll(() => demo.service.close());

  const shown = PAGES.flatMap((page) =>
    read(page)
      .blocks.filter(({ language, code }) => language === 'json' && code.includes('"queryType"'))
      .map(({ code }) => [relative(ROOT, page), JSON.parse(code) as Partial<AnomalyQuery>] as const)
  );

  it('are many', () => expect(shown.length).toBeGreaterThan(15));

  it.each(shown)('%s: %j gives something', async (_page, query) => {
    const request = fakeRequest([query], { from: NOW - 48 * HOUR, to: NOW });
    const response = await lastValueFrom(runAny(request.targets, request, demo.context));
    expect(response.errors ?? []).toEqual([]);
    expect(response.data.some(({ length }) => length > 0)).toBe(true);
  });
});
