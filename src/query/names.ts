import { choice, text, texts } from './shapes';

/** Names of nodes, systems, or metrics in a dashboard of another data source: fields of several query types. */
export const NAMES = {
  /** Empty: all. */
  names: texts(),
  /** The kind of these names. */
  nameOf: choice('node', 'system', 'metric'),
  /** A regular expression: its first group, or its match, is the name. */
  namePattern: text(),
};

/** The part of a name that matches the pattern. Without a match, or with an empty one, the whole name. */
export function namePart(name: string, pattern: RegExp | null): string {
  const match = pattern?.exec(name);
  return match ? match[1] || match[0] || name : name;
}

/** @returns null without a pattern, undefined if it is not one */
export function patternOf(written: string): RegExp | null | undefined {
  try {
    return written === '' ? null : new RegExp(written);
  } catch {
    return undefined;
  }
}
