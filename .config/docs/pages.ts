import fs from 'node:fs';
import path from 'node:path';

/** A page of the docs: its place in the project with forward slashes, such as `docs/limits.md`, and its Markdown. */
export interface Page {
  place: string;
  markdown: string;
}

/** The first page, from which all others can be reached. */
export const FIRST = 'docs/README.md';

/** Pages of the project that the docs lead to and that lie elsewhere. */
const ELSEWHERE = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'demo/service/README.md',
  'demo/workbench/README.md',
];

/**
 * All pages of the docs.
 *
 * @param root the project's folder
 */
export function readPages(root: string): Page[] {
  const below = fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.split(path.sep).join('/')}`)
    .filter((place) => place.endsWith('.md'))
    .sort();
  return [...below, ...ELSEWHERE].map((place) => ({
    place,
    markdown: fs.readFileSync(path.join(root, place), 'utf8'),
  }));
}

/** Where a page lies in the site: a folder's README is the folder's own page, the first one the site's. */
export function addressOf(place: string): string {
  return place === FIRST ? 'index.html' : place.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/** A heading's anchor, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');
}

/** The pages that the first page lists, under its bold headings. */
export function contentsOf(first: string): Array<{ heading: string; entries: Array<{ text: string; place: string }> }> {
  return first
    .split(/^\*\*/m)
    .slice(1)
    .map((part) => ({
      heading: part.slice(0, part.indexOf('**')),
      entries: [...part.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].map(([, text, target]) => ({
        text,
        place: path.posix.join(path.posix.dirname(FIRST), target),
      })),
    }));
}
