/** Links of an administrator's own, from rows of the data source to other tools. */
export interface OwnLink {
  title: string;
  /** With placeholders such as `{{node}}`. */
  url: string;
  on: LinkedKind[];
}

/** What carries a link. */
export type LinkedKind = (typeof LINKED_KINDS)[number];
export const LINKED_KINDS = ['alert', 'metric', 'node'] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];
export const PLACEHOLDERS = [
  'title',
  'alertId',
  'impact',
  'node',
  'nodeId',
  'metric',
  'metricId',
  'system',
  'systemId',
  'from',
  'to',
] as const;

/** As they are stored: from a form, or by hand in a file. */
export interface StoredLink {
  title?: string;
  url?: string;
  on?: LinkedKind[];
}

/** The stored links that are some. */
export function readLinks(stored: unknown): OwnLink[] {
  return listOf(stored).flatMap((one) => (isLink(one) ? linkOf(one) : []));
}

/** What names the stored links that are none: their titles or addresses, or their numbers from 1 on. */
export function brokenLinks(stored: unknown): string[] {
  return listOf(stored).flatMap((one, i) => (isLink(one) ? [] : nameOf(one) || String(i + 1)));
}

/** Whether links lead there: to another site over HTTP, or to a path of Grafana that no browser takes for a site. */
export function isAddress(url: string): boolean {
  // Browsers leave out control characters, and what remains may be something else.
  if (/[\u0000-\u001f\u007f]/.test(url)) {
    return false;
  }
  return /^\/(?![/\\])/.test(url) || (/^https?:\/\//i.test(url) && URL.canParse(url.replace(PLACEHOLDER, 'x')));
}

/** Texts that look like a placeholder and are none. */
export function unknownPlaceholders(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name]) => name).filter((name) => !isPlaceholder(name));
}

/** @param valueOf null: not known. @returns '' if something is not known, or has no form in an address */
export function fillIn(url: string, valueOf: (name: Placeholder) => string | null): string {
  let isWhole = true;
  const filled = url.replace(PLACEHOLDER, (_, name: string) => {
    const value = isPlaceholder(name) ? encoded(valueOf(name)) : '';
    isWhole &&= value !== '';
    return value;
  });
  return isWhole ? filled : '';
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((one) => one === name);
}

function encoded(value: string | null): string {
  // A browser would climb out of the path with these, encoded or not.
  if (value === null || value === '.' || value === '..') {
    return '';
  }
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no form in an address.
    return '';
  }
}

function listOf(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [stored].filter((one) => one !== undefined && one !== null && one !== '');
}

function isLink(stored: unknown): stored is StoredLink & { url: string } {
  const { url, on } = recordOf(stored);
  const isTarget = typeof url === 'string' && isAddress(url.trim()) && unknownPlaceholders(url).length === 0;
  return isTarget && (on === undefined || on === null || kindsOf(on) !== undefined);
}

function linkOf({ title, url, on }: StoredLink & { url: string }): OwnLink {
  const address = url.trim();
  return { title: titleOf(title) || address, url: address, on: kindsOf(on) ?? [...LINKED_KINDS] };
}

/** A file can have a number as a title. */
function titleOf(title: unknown): string {
  return typeof title === 'string' || typeof title === 'number' ? String(title).trim() : '';
}

/** What a stored `on` selects: nothing is all; undefined if one of the words is no kind. */
export function kindsOf(on: unknown): LinkedKind[] | undefined {
  const words = listOf(on).map((word) => (typeof word === 'string' ? word.trim().toLowerCase() : word));
  const kinds = LINKED_KINDS.filter((kind) => words.includes(kind));
  if (words.some((word) => !kinds.some((kind) => kind === word))) {
    return undefined;
  }
  return kinds.length > 0 ? kinds : [...LINKED_KINDS];
}

function nameOf(stored: unknown): string {
  const { title, url } = recordOf(stored);
  return [title, url].map((text) => (typeof text === 'string' ? text.trim() : '')).find((text) => text !== '') ?? '';
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
