import { ServiceFailure } from './failure';

export type QueryValue = string | number | boolean | undefined;

/** A path's segment: literal text of the interface, or a user's value. */
export type Segment = string | { value: string };

/**
 * A path below the service's base address. Each user's value becomes one percent-encoded segment. Undefined and empty
 * values in `query` are not sent, the others in the given order.
 *
 * @throws ServiceFailure (`input`) if a segment's value is empty, `.`, or `..` (a browser would leave the path, encoded or
 *   not), or if a value has no UTF-8 form (a lone surrogate)
 */
export function pathOf(segments: readonly Segment[], query: Record<string, QueryValue> = {}): string {
  const path = segments.map((segment) => (typeof segment === 'string' ? segment : encodeSegment(segment.value)));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeText(String(value))}`);
  return path.join('/') + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

/** Whether `pathOf` accepts a value for a segment. */
export function isIdentifier(value: string): boolean {
  return !['', '.', '..'].includes(value);
}

function encodeText(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new ServiceFailure('input', '', { halfCharacter: value });
  }
}

function encodeSegment(value: string): string {
  try {
    if (isIdentifier(value)) {
      return encodeURIComponent(value);
    }
  } catch {
    // A lone surrogate; refused below.
  }
  throw new ServiceFailure('input', '', { identifier: value });
}
