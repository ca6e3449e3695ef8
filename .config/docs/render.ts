import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import { addressOf, anchorOf, contentsOf, FIRST, type Page } from './pages';

export interface Site {
  pages: readonly Page[];
  /** The project's address for people; what is no page leads there. */
  repository: string;
}

/** A page as HTML: the site's contents beside its text, links to pages leading to pages. */
export function render(page: Page, site: Site): string {
  const { place, markdown } = page;
  const title = escaped(/^# (.+)$/m.exec(markdown)?.[1] ?? place);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="${relative(place, 'style.css')}" />
  </head>
  <body>
    <a class="skip" href="#text">To the text</a>
    <nav aria-label="Contents">${navigation(place, site)}</nav>
    <main id="text">${textOf(page, site)}</main>
  </body>
</html>
`;
}

function navigation(place: string, { pages }: Site): string {
  const first = pages.find((page) => page.place === FIRST)?.markdown ?? '';
  const link = (text: string, target: string) =>
    `<a href="${relative(place, addressOf(target))}"${target === place ? ' aria-current="page"' : ''}>${escaped(text)}</a>`;
  const parts = contentsOf(first).map(
    ({ heading, entries }) =>
      `<h2>${escaped(heading)}</h2><ul>${entries.map((one) => `<li>${link(capital(one.text), one.place)}</li>`).join('')}</ul>`
  );
  return `<p>${link('Anomaly Monitoring for Grafana', FIRST)}</p>${parts.join('')}`;
}

function textOf({ place, markdown }: Page, site: Site): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Wide ones are scrolled by themselves.
      table(token: Tokens.Table) {
        const cell = (tag: string, one: Tokens.TableCell) => `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const head = token.header.map((one) => cell('th', one)).join('');
        const rows = token.rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('');
        return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
    },
    walkTokens(token) {
      if (token.type === 'link') {
        token.href = hrefOf(token.href, place, site);
      }
    },
  });
  return marked.parse(markdown, { async: false });
}

/** Where a link of a page leads in the site: to a page of it, to a picture beside it, else to the repository. */
function hrefOf(href: string, place: string, { pages, repository }: Site): string {
  if (/^([a-z][a-z+.-]*:|#)/i.test(href)) {
    return href;
  }
  const [target, anchor] = href.split('#');
  const file = path.posix.join(path.posix.dirname(place), target);
  if (pages.some((page) => page.place === file)) {
    return relative(place, addressOf(file)) + (anchor ? `#${anchor}` : '');
  }
  return `${repository}/blob/main/${file}`;
}

/** From a page to a file of the site. */
function relative(place: string, address: string): string {
  return path.posix.relative(path.posix.dirname(addressOf(place)), address) || path.posix.basename(address);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
