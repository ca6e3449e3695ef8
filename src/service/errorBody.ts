import { record } from './read';

/** The shape of error bodies is not shown in the interface: the usual names, and how deep they may lie. */
const NAMES = ['message', 'detail', 'msg', 'error', 'title', 'reason', 'errors'];
const DEPTH = 6;

/** The longest that a service's own words may be, in characters. */
const LONGEST = 200;

/** How a page of a gateway, a proxy or a sign-in begins, and a document of XML. Other text with `<` in it is text. */
const PAGE = /^\s*<(!--|!doctype|\?xml|html|head|body)/i;
const TITLE = /<title[^>]*>([^<]+)/i;

/**
 * The service's own word in a body, at most 200 characters, or undefined. It is text, whatever it looks like: an id in it may
 * be made of markup. A page has its title for a word.
 */
export function reasonOf(body: unknown, depth = DEPTH): string | undefined {
  if (depth === 0) {
    return undefined;
  }
  if (typeof body === 'string') {
    const inner = parsed(body);
    return inner === undefined ? plain(body) : reasonOf(inner, depth - 1);
  }
  if (Array.isArray(body)) {
    return reasonOf(body[0], depth - 1);
  }
  const fields = record(body);
  for (const name of NAMES) {
    const word = Object.hasOwn(fields, name) ? reasonOf(fields[name], depth - 1) : undefined;
    if (word) {
      return word;
    }
  }
  return undefined;
}

/** A body that came as text and is JSON: Grafana leaves it so where text was requested. */
function parsed(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Text without control characters, on one line; undefined where nothing is left. */
function plain(text: string): string | undefined {
  const start = text.slice(0, 100 * LONGEST);
  const words = (PAGE.test(start) ? (TITLE.exec(start)?.[1] ?? '') : start)
    .replace(/[\s\p{C}]+/gu, ' ')
    // Some services repeat the header that they refuse; the token in it is for nobody's eyes.
    .replace(/\b(bearer|basic) \S{16,}/gi, '$1 …')
    .trim();
  if (words === '') {
    return undefined;
  }
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…` : words;
}
