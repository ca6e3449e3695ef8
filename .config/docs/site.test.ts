import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSite } from './site';

describe('the site of the docs', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'anomaly-site-'));
  const filesIn = () =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(path.sep).join('/'));
  beforeAll(() => buildSite(folder));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const pagesOf = () => filesIn().filter((name) => name.endsWith('.html'));
  const textOf = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

  it('begins with the first page of the docs, and has the decisions and the demo', () => {
    expect(textOf('index.html')).toContain('<title>Anomaly Monitoring for Grafana: the docs</title>');
    expect(pagesOf()).toEqual(
      expect.arrayContaining(['docs/query-types.html', 'docs/decisions/index.html', 'demo/service/index.html'])
    );
  });

  it('leads to nothing that is not there, pictures and headings included', () => {
    const broken = pagesOf().flatMap((name) =>
      [...textOf(name).matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, link]) => {
        if (/^https?:/.test(link)) {
          return [];
        }
        const [target, anchor] = link.split('#');
        const file = target ? path.posix.join(path.posix.dirname(name), target) : name;
        const isThere = filesIn().includes(file) && (!anchor || textOf(file).includes(`id="${anchor}"`));
        return isThere ? [] : [`${name}: ${link}`];
      })
    );
    expect(broken).toEqual([]);
  });

  it('leads from every page to every page that the first one lists, and says where one is', () => {
    const listed = (name: string) => textOf(name).match(/<li><a href="[^"]+\.html"/g)?.length ?? 0;
    pagesOf().forEach((name) => expect(listed(name)).toBeGreaterThan(15));
    expect(textOf('docs/limits.html')).toContain('<a href="limits.html" aria-current="page">Limits</a>');
  });

  it('leads to the repository for what is no page', () => {
    expect(textOf('docs/scaling.html')).toMatch(/href="https:\/\/[^"]+\/blob\/main\/provisioning\/cache\/nginx\.conf"/);
  });
});
