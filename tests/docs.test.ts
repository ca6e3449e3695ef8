import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type DataFrame, type Field } from '@grafana/data';
import { memoize } from 'lodash';
import { lastValueFrom } from 'rxjs';
import { parse } from 'yaml';
import { listedTypes } from '../src/families/families';
import { brokenLinks } from '../src/ground/linkSettings';
import { type AnomalyQuery } from '../src/ground/query';
import { invalidSettings, SETTINGS, type StoredSettings } from '../src/ground/settings';
import { HOUR } from '../src/ground/spans';
import { type Demo, demoContext } from './support/demoContext';
import { fakeRequest } from './support/fakeContext';
import { EDITED_TYPES, TYPE_SECTIONS, type TypeSection } from './support/queryTypes';
import { runAny } from './support/run';

const ROOT = join(__dirname, '..');
const NOW = Date.UTC(2026, 10, 21, 12);

let usual: Demo;
beforeAll(async () => {
  usual = await demoContext(NOW);
});
afterAll(() => usual.service.close());

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

/** A page's text without code blocks, and the code blocks by their language. */
function read(page: string) {
  const blocks: Array<{ language: string; code: string }> = [];
  const prose = readFileSync(page, 'utf8').replace(/```(\w*)\n([^]*?)```/g, (_, language: string, code: string) => {
    blocks.push({ language, code });
    return '';
  });
  return { prose, blocks };
}

/** The anchors of a page's headings, as GitHub builds them. */
function anchors(page: string): string[] {
  return [...read(page).prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');
}

describe('the docs', () => {
  it.each(PAGES.map((page) => [relative(ROOT, page), page]))('%s has no broken links', (_name, page) => {
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

  it('can all be reached from the first page', () => {
    const first = join(ROOT, 'docs', 'README.md');
    const found = new Set([first]);
    for (const page of found) {
      for (const [, link] of read(page).prose.matchAll(/\]\((\.[^)#\s]+\.md)/g)) {
        found.add(join(dirname(page), link));
      }
    }
    expect(markdownBelow(join(ROOT, 'docs')).filter((page) => !found.has(page))).toEqual([]);
  });

  interface Provisioned {
    jsonData?: StoredSettings;
    correlations?: Array<{ targetUID: string; config: { target: Partial<AnomalyQuery> } }>;
  }
  const sources = PAGES.flatMap((page) => read(page).blocks)
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ code }) => {
      const file = parse(code) as Provisioned & { datasources?: Provisioned[] };
      return file.datasources ?? [file];
    });

  it('show settings that can be read, and one file has all of them', () => {
    const shown = sources.flatMap(({ jsonData = {} }) => [jsonData]);
    shown.forEach((jsonData) => {
      expect(invalidSettings(jsonData)).toEqual([]);
      expect(brokenLinks(jsonData.links)).toEqual([]);
    });
    const names = shown.map((jsonData) => Object.keys(jsonData));
    expect(names).toContainEqual(expect.arrayContaining([...Object.keys(SETTINGS), 'links']));
  });

  it('show a correlation, and a query of another data source, that find rows', async () => {
    const [{ config }] = sources.flatMap(({ correlations = [] }) =>
      correlations.filter(({ targetUID }) => targetUID === 'anomaly-monitoring')
    );
    const target = JSON.parse(JSON.stringify(config.target).replace('${nodeId}', '101')) as Partial<AnomalyQuery>;
    const request = fakeRequest([target], { from: NOW - HOUR, to: NOW });
    const { data } = await lastValueFrom(runAny(request.targets, request, usual.context));
    expect(data[0].length).toBeGreaterThan(0);

    const [recipe] = PAGES.flatMap((page) => read(page).blocks).filter(({ code }) => code.includes('"root_selector"'));
    const { url, columns } = JSON.parse(recipe.code) as { url: string; columns: Array<{ selector: string }> };
    const [row] = await usual.read<object[]>(url.slice(1));
    expect(Object.keys(row)).toEqual(expect.arrayContaining(columns.map(({ selector }) => selector)));
  });
});

/** The queries in a block: the block itself, or every query of a dashboard, from panels, annotations, and variables. */
function queriesIn(shown: Partial<AnomalyQuery>): Array<Partial<AnomalyQuery>> {
  if (shown.queryType !== undefined) {
    return [shown];
  }
  const inside = Object.values(shown).filter((value) => typeof value === 'object' && value !== null);
  return inside.flatMap((value) => queriesIn(value as Partial<AnomalyQuery>));
}

/** A dashboard of another data source, with an annotation and panels of this one. */
const EXAMPLE = {
  page: 'docs/examples/your-dashboard.json',
  code: readFileSync(join(ROOT, 'docs', 'examples', 'your-dashboard.json'), 'utf8'),
};

describe('the example of a dashboard of another data source', () => {
  interface Example {
    templating: { list: Array<{ name: string; query: string }> };
    panels: Array<{
      targets: Array<Partial<AnomalyQuery>>;
      transformations?: Array<{ options: { include?: { names: string[] } } }>;
    }>;
  }
  const { templating, panels } = JSON.parse(EXAMPLE.code) as Example;
  // A stat panel shows nothing for a hidden column.
  const counted = panels[0].transformations?.[0].options.include?.names[0];
  const variable = templating.list.find(({ name }) => name === 'instance');

  it.each(variable?.query.split(', ') ?? [])('%s: its row shows incidents in a sentence', async (instance) => {
    const { context } = await demoContext(NOW, { service: usual.service, variables: { instance } });
    const [counts, first] = panels.map(({ targets }) => targets);
    const run = async (targets: Array<Partial<AnomalyQuery>>) => {
      const request = fakeRequest(targets, { from: NOW - 24 * HOUR, to: NOW });
      const { data, errors = [] } = await lastValueFrom(runAny(request.targets, request, context));
      expect(errors).toEqual([]);
      return data as DataFrame[];
    };
    const [all, open] = await run(counts);
    const visible = all.fields.filter(({ config }) => !config.custom?.hideFrom?.viz);
    expect(visible.map(({ name }) => name)).toContain(counted);
    expect(all.length).toBeGreaterThan(0);
    expect(open.length).toBeLessThanOrEqual(all.length);
    const [incidents] = await run(first);
    const titles = incidents.fields.find(({ name }) => name === 'incident');
    expect(titles?.values).toHaveLength(all.length);
  });
});

describe('the sections of query types', () => {
  it('has a section for each type that a panel can use, in the order of src/families/families.ts', () => {
    expect(EDITED_TYPES).toEqual(listedTypes().map(({ queryType }) => queryType));
  });

  it('are linked in docs/README.md, or their page is', () => {
    const { prose } = read(join(ROOT, 'docs', 'README.md'));
    const isLinked = ({ page, heading }: TypeSection) =>
      prose.includes(`](./${page})`) || prose.includes(`](./${page}#${anchorOf(heading)})`);
    expect(TYPE_SECTIONS.filter((section) => !isLinked(section)).map(({ type }) => type)).toEqual([]);
  });

  it.each(TYPE_SECTIONS)(
    '$type has a question, an example, and its pictures',
    ({ type, question, pictures, example }) => {
      expect(question).toMatch(/\?$/);
      expect(pictures.filter((file) => !existsSync(join(ROOT, 'docs', file)))).toEqual([]);
      expect(example).toMatchObject({ queryType: type });
    }
  );
});

describe('the queries that the docs show', () => {
  let demo: Demo;
  beforeAll(async () => {
    const first = await demoContext(NOW, { mood: 'busy' });
    const [alert] =
      await first.read<Array<{ id: string; metrics: Array<{ nodeId: number; nodeName: string; statTypeId: string }> }>>(
        'v2/alerts?expand=metrics'
      );
    const [{ nodeId, nodeName, statTypeId }] = alert.metrics;
    const instance = `${nodeName}.example.net:9100`;
    const variables = { alert: alert.id, node: String(nodeId), metric: statTypeId, instance };
    demo = await demoContext(NOW, { service: first.service, variables });
  });
  afterAll(() => demo.service.close());

  const blocks = PAGES.flatMap((page) => read(page).blocks.map((block) => ({ ...block, page: relative(ROOT, page) })));
  const json = blocks.filter(({ language, code }) => language === 'json' && code.includes('"queryType"'));
  const shown = [...json, EXAMPLE].flatMap(({ page, code }) =>
    queriesIn(JSON.parse(code) as object).map((query) => [page, query] as const)
  );

  it('are many', () => expect(shown.length).toBeGreaterThan(15));

  /** Each query is shown in its section, and run once. */
  const responseTo = memoize(
    (query: Partial<AnomalyQuery>) => {
      const request = fakeRequest([query], { from: NOW - 48 * HOUR, to: NOW });
      return lastValueFrom(runAny(request.targets, request, demo.context));
    },
    (query) => JSON.stringify(query)
  );

  it.each(shown)('%s: %j returns data', async (_page, query) => {
    const response = await responseTo(query);
    expect(response.errors ?? []).toEqual([]);
    expect(response.data.some(({ length }) => length > 0)).toBe(true);
  });

  it.each(TYPE_SECTIONS)('$type has its columns listed', async ({ example, columns }) => {
    const { data } = await responseTo(example);
    const fields: Field[] = data.flatMap((frame) => frame.fields);
    const isSeen = ({ config }: Field) => config.custom?.hideFrom?.viz !== true;
    const seen = fields.filter(isSeen).map(({ name }) => name);
    expect(new Set(seen).size).toBeGreaterThan(1);
    expect(seen.filter((name) => !columns.includes(name))).toEqual([]);
  });
});
