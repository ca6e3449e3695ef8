import { unreadable } from './failure';
import { type Json, record, records } from './read';

/**
 * What the body of a success has to be, whatever else it holds: an answer of another shape is a failure, never an empty
 * list. Each throws a `ServiceFailure` (`unreadable`) that says what is missing.
 */

/** An object that has one of these fields, whatever is in it: a service may leave out some that the interface shows. */
export function objectBody(body: unknown, fields: readonly string[]): Json {
  const object = record(body);
  return hasOne(object, fields) ? object : unreadable(body, fields);
}

/**
 * The objects of a list, bare or in the envelope of a page: for some operations the interface does not show which.
 * Whatever else is in it describes nothing; but where not one of many has any of these fields, it is another list.
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
  return items === null && total === 0 ? [] : unreadable(body, 'list');
}
