import { record, text } from './read';

/** The administrator's own links from rows of the data source to other tools. */
export interface OwnLink {
  title: string;
  /** With placeholders such as `{{node}}`. */
  url: string;
  on: LinkedKind[];
}

/** Where a link can appear. */
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

/** As they are stored: from a form, or written by hand in a file. */
export interface StoredLink {
  title?: string;
  url?: string;
  on?: LinkedKind[];
}

/** The valid links of those in the settings. */
export function readLinks(stored: unknown): OwnLink[] {
  return listOf(stored).flatMap((one) => (isLink(one) ? linkOf(one) : []));
}

/** Names for the invalid ones, which are not shown: their titles or addresses, or their numbers from 1 on. */
export function brokenLinks(stored: unknown): string[] {
  return listOf(stored).flatMap((one, i) => (isLink(one) ? [] : nameOf(one) || String(i + 1)));
}

/** Whether this is a valid target: another site over HTTP, or a path of Grafana that no browser treats as a site. */
export function isAddress(url: string): boolean {
  // Browsers remove control characters, and the rest may be something else.
  if (/[\u0000-\u001f\u007f]/.test(url)) {
    return false;
  }
  return /^\/(?![/\\])/.test(url) || (/^https?:\/\//i.test(url) && URL.canParse(url.replace(PLACEHOLDER, 'x')));
}

/** Texts that look like a placeholder, but are unknown. */
export function unknownPlaceholders(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name]) => name).filter((name) => !isPlaceholder(name));
}

/** @param valueOf null: unknown. @returns '' if something is unknown, or can't be part of an address */
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
  // With these, a browser would leave the path, encoded or not.
  if (value === null || value === '.' || value === '..') {
    return '';
  }
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate can't be part of an address.
    return '';
  }
}

function listOf(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [stored].filter((one) => one !== undefined && one !== null && one !== '');
}

function isLink(stored: unknown): stored is StoredLink & { url: string } {
  const { url, on } = record(stored);
  const isTarget = typeof url === 'string' && isAddress(url.trim()) && unknownPlaceholders(url).length === 0;
  return isTarget && (on === undefined || on === null || kindsOf(on) !== undefined);
}

function linkOf({ title, url, on }: StoredLink & { url: string }): OwnLink {
  const address = url.trim();
  return { title: readLine(title) || address, url: address, on: kindsOf(on) ?? [...LINKED_KINDS] };
}

/** The selection of a stored `on`: empty means all. Undefined if one of the words is unknown. */
export function kindsOf(on: unknown): LinkedKind[] | undefined {
  const words = listOf(on).map((word) => (typeof word === 'string' ? word.trim().toLowerCase() : word));
  const kinds = LINKED_KINDS.filter((kind) => words.includes(kind));
  if (words.some((word) => !kinds.some((kind) => kind === word))) {
    return undefined;
  }
  return kinds.length > 0 ? kinds : [...LINKED_KINDS];
}

function nameOf(stored: unknown): string {
  const { title, url } = record(stored);
  return readLine(title) || readLine(url);
}

/** A file can have a number as a title. */
function readLine(stored: unknown): string {
  return text(stored)?.trim() ?? '';
}
