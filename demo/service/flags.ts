import { InvalidArgumentError } from 'commander';
import type { Fault } from './faults/fault';
import { checkFault } from './faults/check';
import { checkQuirk } from './quirks/check';
import type { Quirk } from './quirks/quirk';
import { parseDuration } from './time';

// Parsers for the texts of flags. Each throws an InvalidArgumentError about what is expected.

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value)) {
    throw new InvalidArgumentError('a whole number is needed.');
  }
  return value;
}

export function rate(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError('a number from 0 to 1 is needed.');
  }
  return value;
}

export function time(text: string): number {
  const value = Date.parse(text);
  if (Number.isNaN(value)) {
    throw new InvalidArgumentError('a time such as 2026-01-31T12:00:00Z is needed.');
  }
  return value;
}

export function duration(text: string): number {
  return refusing(() => parseDuration(text));
}

export function latency(text: string): [number, number] {
  const [from, to = from] = text.split('-').map(Number);
  if (!(from >= 0 && to >= from)) {
    throw new InvalidArgumentError('milliseconds are needed: 500, or 200-1500.');
  }
  return [from, to];
}

/** A status or a word. */
export function failure(text: string): Fault['fail'] {
  return refusing(() => checkFault({ fail: word(text) })).fail;
}

/** A fault as `"fail=503 rate=0.2"` or as JSON, after the previous ones. */
export function fault(text: string, before: Fault[] = []): Fault[] {
  return [...before, refusing(() => checkFault(fields(text)))];
}

/** Milliseconds, or a share of a step. */
export function jitter(text: string): Quirk['jitter'] {
  return refusing(() => checkQuirk({ jitter: word(text) })).jitter;
}

/** A quirk as `"window=open moves=2"` or as JSON, after the previous ones. */
export function quirk(text: string, before: Quirk[] = []): Quirk[] {
  return [...before, refusing(() => checkQuirk(fields(text)))];
}

/** `a=1 b=x c=["y"]` as an object: values are JSON if possible, otherwise text; a name alone is `true`. A JSON object is also accepted. */
function fields(text: string): unknown {
  if (text.trim().startsWith('{')) {
    return JSON.parse(text);
  }
  const pairs = text
    .trim()
    .split(/\s+(?=[\w-]+=)/)
    .map((pair) => pair.split(/=(.*)/s, 2));
  return Object.fromEntries(pairs.map(([name, value]) => [name, word(value ?? 'true')]));
}

function word(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
