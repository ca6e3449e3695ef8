import { decimalOf } from './shapes';
import { unreadable } from './failure';

/**
 * Readers of parsed JSON. The interface leaves many things open, and a service may send nulls, omit fields, or send
 * undocumented values: a value of the wrong type is null, never an error.
 */

export type Json = Record<string, unknown>;

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list, without its other items. */
export function records(value: unknown): Json[] {
  return list(value).filter((item): item is Json => typeof item === 'object' && item !== null && !Array.isArray(item));
}

/** Text. A number or boolean becomes text, so that identifiers stay identifiers. */
export function text(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return null;
  }
}

/** A word of an enum, even as an object with a name. */
export function word(value: unknown): string | null {
  return text(value) ?? text(record(value).name);
}

/** Longer names are shortened. */
const LONGEST_NAME = 200;

/** Control characters, characters that change the direction of text, and characters without a width. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+/gu;

/** A readable name on one line. Null if it has no visible characters, so that the ID is shown instead. */
export function name(value: unknown): string | null {
  const shown = (text(value) ?? '').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  if (!/[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/u.test(shown)) {
    return null;
  }
  return shown.length > LONGEST_NAME ? `${shown.slice(0, LONGEST_NAME - 1).replace(/[\ud800-\udbff]$/, '')}…` : shown;
}

/** A number, even as text. */
export function number(value: unknown): number | null {
  const parsed = typeof value === 'string' ? decimalOf(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
}

/** A count; null if it can't be one. */
export function count(value: unknown): number | null {
  const parsed = number(value);
  return parsed !== null && Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : null;
}

/** A boolean, even as text. */
export function boolean(value: unknown): boolean | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return word === true || word === 'true' ? true : word === false || word === 'false' ? false : null;
}

/** The range of a Date, in milliseconds on either side of the epoch. */
const LAST_MOMENT = 8.64e15;
/** A date-time without a zone. */
const ZONELESS = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*)$/;
/** Browsers read nearly any text with a number as a date. These start with year and month, or have a year and a time. */
const DATED = /^[+-]?\d{4,6}-\d\d|\d{4}.*\d:\d\d/;

/** A date-time in epoch milliseconds, or NaN. Without a zone, it is UTC, like all times of the interface. */
function dateTimeOf(value: string): number {
  return DATED.test(value) ? Date.parse(value.trim().replace(ZONELESS, '$1T$2Z')) : NaN;
}

/** A date-time as epoch milliseconds, even as a number. Null if it is out of a Date's range. */
export function time(value: unknown): number | null {
  // Fewer digits are probably a year.
  const moment =
    typeof value === 'string' && !/^\s*-?\d{5,}(\.\d+)?\s*$/.test(value) ? dateTimeOf(value) : number(value);
  return moment !== null && Math.abs(moment) <= LAST_MOMENT ? moment : null;
}

/**
 * What the body of a success must contain. A body of another shape is a failure, never an empty list: each throws a
 * `ServiceFailure` (`unreadable`) about what is missing.
 */

/** An object with one of these fields, whatever its value: a service may omit some fields of the interface. */
export function objectBody(body: unknown, fields: readonly string[]): Json {
  const object = record(body);
  return hasOne(object, fields) ? object : unreadable(body, fields);
}

/**
 * The objects of a list, bare or in the envelope of a page: the interface doesn't define which for some operations. Other
 * items are ignored, but if no item has any of these fields, it is another list.
 */
export function listBody(body: unknown, fields: readonly string[]): Json[] {
  const list = Array.isArray(body) ? body : itemsOf(body);
  const rows = records(list);
  return list.length === 0 || rows.some((row) => hasOne(row, fields)) ? rows : unreadable(body, fields);
}

function hasOne(object: Json, fields: readonly string[]): boolean {
  return fields.some((field) => Object.hasOwn(object, field));
}

/** The items of an envelope (interface: list envelope). A total of 0 may come without any. */
function itemsOf(body: unknown): unknown[] {
  const { items, total } = record(body);
  if (Array.isArray(items)) {
    return items;
  }
  return items === null && total === 0 ? [] : unreadable(body, []);
}

/** This many digits in a row that are not a fraction. Most bodies have none, and are as fast as `JSON.parse`. */
const LONG_RUN = /(^|[^\d.])\d{16}/;
/** A string or a number, because digits in a string are not a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * `JSON.parse`, but integers that would lose digits become text (interface: node and system ids are int64), so that
 * an ID that is sent back is the one that the service knows.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseExact(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return LONG_RUN.test(text) ? JSON.parse(text.replace(STRING_OR_NUMBER, quoted)) : parsed;
}

/** Digits that a JavaScript number would lose, as text. */
function quoted(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
