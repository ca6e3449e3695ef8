import type { BodyWord } from './words';

const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in</h1></body></html>';
const depth = 20_000;

/** The body for a word. Some words modify the right answer's body. */
export function bodyOf(word: BodyWord, right: string): string {
  switch (word) {
    case 'truncated':
      return right.slice(0, Math.ceil(right.length / 2));
    case 'empty':
      return '';
    case 'html':
      return page;
    case 'object':
      return '{}';
    case 'error':
      return '{"error":"this is a fault of the demo service"}';
    case 'array':
      return '[]';
    case 'null':
      return 'null';
    case 'text':
      return '"this is a fault of the demo service"';
    case 'nested':
      return '['.repeat(depth) + ']'.repeat(depth);
    case 'bare':
      return JSON.stringify(bared(JSON.parse(right)));
    case 'nulls':
      return JSON.stringify(mapped(JSON.parse(right), () => null));
    case 'types':
      return JSON.stringify(mapped(JSON.parse(right), otherType));
    case 'huge':
      return huge(right);
  }
}

/** The value with each leaf replaced. `key` is the name of the field that contains it. */
function mapped(value: unknown, leaf: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => mapped(item, leaf, key));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, leaf, name)]));
  }
  return leaf(value, key);
}

function otherType(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return value.length;
    case 'number':
      return { value };
    case 'boolean':
      return value ? 'yes' : 'no';
    default:
      return [];
  }
}

function bared(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => (typeof item === 'object' && item !== null ? {} : item));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bared(inner)]))
    : value;
}

const times = new Set([
  'timestamp',
  'start',
  'end',
  'from',
  'to',
  'firstSeenAt',
  'lastSeenAt',
  'eventOccurred',
  'event_occured',
  'started',
  'updated',
]);
/** Beyond the range of dates. */
const beyond = [2e40, -5e51, -1e300];

function huge(right: string): string {
  let place = 0;
  return JSON.stringify(
    mapped(JSON.parse(right), (value, key) => (times.has(key) ? beyond[place++ % beyond.length] : value))
  );
}
