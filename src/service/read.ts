/**
 * Readers of parsed JSON. The interface leaves much open, and a service may send nulls, leave fields out or send values
 * that no list names: a value of the wrong kind is null, never an error.
 */

export type Json = Record<string, unknown>;

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; whatever else lies in it describes nothing. */
export function records(value: unknown): Json[] {
  return list(value).filter((item): item is Json => typeof item === 'object' && item !== null);
}

/** The objects of a list, be it bare or in an envelope: for some operations the interface does not show which. */
export function rows(value: unknown): Json[] {
  return records(Array.isArray(value) ? value : record(value).items);
}

/** Text; a number or boolean becomes text, so that identifiers stay identifiers. */
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

export function number(value: unknown): number | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === 'string' && value.trim() !== '') {
    const parsed = Number(value);
    return Number.isFinite(parsed) ? parsed : null;
  }
  return null;
}

export function boolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A date-time in epoch milliseconds, or NaN. One that names no zone is UTC, as all times of the interface are. */
export function dateTimeOf(value: string): number {
  return Date.parse(/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(value) ? `${value}Z` : value);
}

/** A date-time as epoch milliseconds. */
export function time(value: unknown): number | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === 'string' && value !== '') {
    const parsed = dateTimeOf(value);
    return Number.isNaN(parsed) ? null : parsed;
  }
  return null;
}
